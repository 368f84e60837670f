import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;

/**
 * Runs the smoke script as a servlet container runs an application that brings its own JRuby: with
 * everything in one class loader below the platform's, the gem found through it. It does so twice,
 * as after a redeployment.
 */
public final class WarLike {
  private WarLike() {}

  public static void main(String[] arguments) throws Exception {
    URL[] urls = new URL[arguments.length];
    for (int i = 0; i < urls.length; i++) {
      urls[i] = new File(arguments[i]).toURI().toURL();
    }
    deploy(urls);
    deploy(urls);
  }

  private static void deploy(URL[] urls) throws Exception {
    try (URLClassLoader loader = new URLClassLoader(urls, ClassLoader.getPlatformClassLoader())) {
      Thread.currentThread().setContextClassLoader(loader);
      Class<?> type = loader.loadClass("org.jruby.embed.ScriptingContainer");
      Object container = type.getConstructor().newInstance();
      type.getMethod("setArgv", String[].class)
          .invoke(container, (Object) new String[] {"nonblock"});
      type.getMethod("runScriptlet", String.class)
          .invoke(container, "$:.unshift 'uri:classloader:/lib'; load 'uri:classloader:/smoke.rb'");
      type.getMethod("terminate").invoke(container);
    }
  }
}
