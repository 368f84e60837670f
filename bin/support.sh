# Sourced by bin/jruby, bin/rake, .ci/run and the rake tasks: finds JDKs, finds or fetches a JRuby.
# Kept to what bash 3.2 (macOS) has, and free of JVM starts once a JRuby has been found.

project=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
store=$project/.jruby
default_jruby=10.1.1.0
jruby_for_old_jdks=9.4.15.0

say() { printf 'nonblock-io: %s\n' "$*" >&2; }

die() {
  say "$@"
  exit 1
}

# install_hint DEBIAN_PACKAGE BREW_FORMULA: sets REPLY to the command that installs it here.
install_hint() {
  if type -P apt-get >/dev/null; then
    REPLY="apt-get install $1"
  elif type -P brew >/dev/null; then
    REPLY="brew install $2"
  else
    REPLY="install $2 with the system's package manager"
  fi
}

# jdk_release HOME: sets REPLY to the JDK's feature release (8, 17, 25), or fails.
jdk_release() {
  local line
  REPLY=
  [ -x "$1/bin/javac" ] && [ -r "$1/release" ] || return
  while IFS= read -r line; do
    case $line in
      JAVA_VERSION=*)
        line=${line#*=}
        line=${line//\"/}
        line=${line#1.}
        REPLY=${line%%[!0-9]*}
        ;;
    esac
  done <"$1/release"
  [ -n "$REPLY" ]
}

# newest_jdk MINIMUM [PREFERRED]: sets JDK and JDK_RELEASE to those of JAVA_HOME if it fits, else
# of an installed JDK of the preferred release, else of the newest; fails where none fits.
newest_jdk() {
  local home java
  JDK='' JDK_RELEASE=0
  if jdk_release "${JAVA_HOME:-}" && [ "$REPLY" -ge "$1" ]; then
    JDK=$JAVA_HOME JDK_RELEASE=$REPLY
    return
  fi
  java=$(readlink -f "$(type -P java)" 2>/dev/null)
  for home in "${java%/bin/java}" /usr/lib/jvm/* \
    /Library/Java/JavaVirtualMachines/*/Contents/Home; do
    jdk_release "$home" && [ "$REPLY" -ge "$1" ] || continue
    if [ "$REPLY" = "${2:-}" ]; then
      JDK=$home JDK_RELEASE=$REPLY
      return
    fi
    if [ "$REPLY" -gt "$JDK_RELEASE" ]; then
      JDK=$home JDK_RELEASE=$REPLY
    fi
  done
  [ -n "$JDK" ]
}

# minimum_jdk JRUBY_VERSION: sets REPLY.
minimum_jdk() {
  case $1 in
    9.*) REPLY=8 ;;
    *) REPLY=21 ;;
  esac
}

# jdk_for JRUBY_VERSION: newest_jdk by what that JRuby can run on.
jdk_for() {
  minimum_jdk "$1"
  if [ "$REPLY" = 8 ]; then
    newest_jdk 8 17
  else
    newest_jdk "$REPLY"
  fi
}

# path_jruby: sets JRUBY to the first jruby on PATH that is 9.4 or newer and runs on the JDK there.
# The answer costs a JVM start, so it is kept until that jruby or the JDK settings change.
path_jruby() {
  local candidate key known verdict answer=$store/path-jruby
  while IFS= read -r candidate; do
    [ "$candidate" -ef "$project/bin/jruby" ] && continue
    key="$candidate ${JAVA_HOME:-} ${JAVACMD:-} $(type -P java)"
    if ! [ "$answer" -nt "$candidate" ] || ! { read -r known && read -r verdict; } <"$answer" ||
      [ "$known" != "$key" ]; then
      verdict=unfit
      case $("$candidate" --version 2>/dev/null) in
        "jruby 9.4."* | "jruby "[1-9][0-9].*) verdict=fit ;;
      esac
      mkdir -p "$store" && printf '%s\n' "$key" "$verdict" >"$answer"
    fi
    JRUBY=$candidate
    [ "$verdict" = fit ]
    return
  done < <(type -aP jruby)
  return 1
}

# maven GOAL [OPTION ...]: runs a goal of Maven's dependency plugin, with all output on stderr.
maven() (
  goal=$1
  shift
  if ! type -P mvn >/dev/null; then
    install_hint maven maven
    die "JRuby and the development jars are fetched through Maven, and no mvn is on PATH: $REPLY"
  fi
  # The JDK chosen for JRuby may be newer than what Maven runs on without warnings.
  if type -P java >/dev/null; then
    unset JAVA_HOME
  else
    export JAVA_HOME="${JAVA_HOME:-$JDK}"
  fi
  [ -t 2 ] || set -- -q -B "$@"
  mvn "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:$goal" "$@" >&2 ||
    die "Maven failed, and its message above says why. A download needs the network, or a mirror" \
      "named in Maven's settings.xml."
)

# fetch_jruby VERSION: downloads and unpacks it once. Processes that start together wait for one
# download; should the lock fail them, renaming a whole folder into place still decides alone.
fetch_jruby() (
  name=jruby-$1
  lock=$store/$name.lock
  partial=$store/partial.$$
  mkdir -p "$store"
  until (set -C && echo $$ >"$lock") 2>/dev/null; do
    kill -0 "$(cat "$lock" 2>/dev/null)" 2>/dev/null || rm -f "$lock"
    sleep 0.2
  done
  trap 'rm -rf "$partial" "$lock"' EXIT
  trap 'exit 130' INT TERM
  [ -x "$store/$name/bin/jruby" ] && exit
  mkdir -p "$partial"
  say "fetching JRuby $1 through Maven (about 40 MB, once)"
  maven copy -Dartifact="org.jruby:jruby-dist:$1:tar.gz:bin" -DoutputDirectory="$partial" || exit
  tar -xzof "$partial/jruby-dist-$1-bin.tar.gz" -C "$partial" ||
    die "JRuby $1 could not be unpacked in $store"
  mv "$partial/$name" "$store/" 2>/dev/null || [ -x "$store/$name/bin/jruby" ] ||
    die "JRuby $1 could not be moved to $store"
  say "JRuby $1 is ready"
)

# forget_moved_archives: removes the class data archives of JRubies that were moved with the
# project. With them, a JVM refuses JRuby's sealed packages.
forget_moved_archives() {
  local known=
  { read -r known <"$store/location"; } 2>/dev/null || true
  if [ "$known" != "$store" ]; then
    rm -f "$store"/jruby-*/lib/*.jsa
    printf '%s\n' "$store" >"$store/location"
  fi
}

# find_jruby: sets JRUBY to a launcher, fetched where needed, and exports the JAVA_HOME for it.
find_jruby() {
  local version=${JRUBY_VERSION:-$default_jruby}
  [ -z "${JRUBY_VERSION:-}" ] && path_jruby && return
  if [ -z "${JRUBY_VERSION:-}" ] && ! jdk_for "$version"; then
    version=$jruby_for_old_jdks
  fi
  jdk_for "$version" || missing_jdk "$version"
  JRUBY=$store/jruby-$version/bin/jruby
  [ -x "$JRUBY" ] || fetch_jruby "$version" || exit
  forget_moved_archives
  unset JAVACMD
  export JAVA_HOME=$JDK
}

missing_jdk() {
  minimum_jdk "$1"
  local minimum=$REPLY package=default-jdk-headless
  [ "$minimum" = 8 ] || package=openjdk-$minimum-jdk-headless
  install_hint "$package" openjdk
  die "JRuby $1 needs a JDK, release $minimum or newer, and none is in JAVA_HOME, in" \
    "/usr/lib/jvm, in /Library/Java/JavaVirtualMachines or on PATH: $REPLY"
}
