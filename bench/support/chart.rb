# frozen_string_literal: true

# Draws bench/results.svg from bench/results.json: the gem's better backend against stock JRuby and
# against MRI, for each row that measures the time of some work. Runs on JRuby with the jars that
# the arguments name.
require "java"
require "json"
require_relative "stats"

Java::JavaLang::System.set_property("java.awt.headless", "true")
ARGV.each { |jar| require File.expand_path(jar) }

module Bench
  class Chart
    FOLDER = File.expand_path("..", __dir__)
    UNITS = ["µs", "s/GiB"].freeze
    BACKENDS = %w[ffm jnr].freeze
    OTHERS = {
      "stock" => ["gem / stock JRuby", 0x2B6CB0], "mri" => ["gem / MRI", 0xD9730D]
    }.freeze
    LINE = 0x718096
    LEAST = 0.3
    WIDTH = 1000
    HEIGHT = 560

    java_import "java.awt.BasicStroke"
    java_import "java.awt.Color"
    java_import "org.knowm.xchart.CategoryChartBuilder"
    java_import "org.knowm.xchart.CategorySeries"
    java_import "org.knowm.xchart.VectorGraphicsEncoder"
    java_import "org.knowm.xchart.style.Styler"
    java_import "org.knowm.xchart.style.markers.SeriesMarkers"

    Render = CategorySeries::CategorySeriesRenderStyle
    SVG = VectorGraphicsEncoder::VectorGraphicsFormat::SVG

    def initialize
      results = JSON.parse(File.read(File.join(FOLDER, "results.json")))
      @date = results.fetch("date")
      @rows = results.fetch("rows").select { |row| UNITS.include?(row["unit"]) }
    end

    def save
      chart = frame
      OTHERS.each { |contestant, (title, color)| points(chart, contestant, title, color) }
      equal(chart)
      File.write(File.join(FOLDER, "results.svg"), short(svg(chart)))
    end

    private

    def frame
      chart = CategoryChartBuilder.new.width(WIDTH).height(HEIGHT)
        .title("Time of the gem against others, #{@date}")
        .yAxisTitle("ratio (below 1 the gem is quicker)").build
      white = Color::WHITE
      chart.styler.setChartBackgroundColor(white).setPlotBackgroundColor(white)
        .setLegendPosition(Styler::LegendPosition::OutsideS)
        .setLegendLayout(Styler::LegendLayout::Horizontal)
      chart.styler.setYAxisLogarithmic(true).setYAxisLogarithmicDecadeOnly(false)
        .setYAxisMin(LEAST).setYAxisDecimalPattern("0.#").setXAxisLabelRotation(60)
      chart.styler.setOverlapped(true)
      chart
    end

    def points(chart, contestant, title, color)
      series = add(chart, title, @rows.map { |row| ratio(row, contestant) })
      series.setChartCategorySeriesRenderStyle(Render::Scatter)
      series.setMarker(SeriesMarkers::CIRCLE).setMarkerColor(Color.new(color))
    end

    # Where the gem takes as long as the other.
    def equal(chart)
      series = add(chart, "as quick", [1.0] * @rows.size)
      series.setChartCategorySeriesRenderStyle(Render::Line)
      series.setMarker(SeriesMarkers::NONE).setLineColor(Color.new(LINE))
      series.setLineStyle(BasicStroke.new(1.5))
    end

    def add(chart, title, values)
      names = @rows.map { |row| row.fetch("row") }
      chart.addSeries(title, names, java.util.ArrayList.new(values))
    end

    def ratio(row, contestant)
      mine = BACKENDS.filter_map { |backend| middle(row[backend]) }.min
      other = middle(row[contestant])
      mine / other if mine && other&.positive?
    end

    # Where a contestant failed there is no list of values.
    def middle(values)
      Bench.median(values) if values.is_a?(Array) && values.any?
    end

    def svg(chart)
      stream = java.io.ByteArrayOutputStream.new
      VectorGraphicsEncoder.saveVectorGraphic(chart, stream, SVG)
      stream.to_string
    end

    # Letters come as outlines with many digits a number.
    def short(svg)
      svg.gsub(/\d+\.\d{2,}/) { |number| number.to_f.round(1).to_s.delete_suffix(".0") }
    end
  end
end

Bench::Chart.new.save
