#include "clew/render/chart.hpp"

#include <gtest/gtest.h>

#include "clew/render/models_test.hpp"

namespace clew {
namespace {

using render_test::promela_model_of;
using render_test::walk;

// A child answers over a buffer and at a rendezvous.
constexpr const char* family = R"(mtype = { hello, bye };
chan box = [2] of { mtype, byte };
chan meet = [0] of { byte };
proctype Child(byte n) {
  box!hello, n;
  printf("sent %d\n", n);
  meet!n + 1
}
init {
  byte v;
  atomic { run Child(4); v = 1; v = 2 };
  box?hello, v;
  meet?v;
  assert(v == 4)
}
)";

Chart chart_of_walk(const Model& model, const std::vector<std::size_t>& choices,
                    const std::string& ending = "") {
  return chart_of(model, {walk(model, choices), ending});
}

TEST(Chart, ShowsStartsMessagesOutputFailuresAndEnds) {
  const auto model = promela_model_of(family);
  EXPECT_EQ(chart_text(chart_of_walk(*model, {0, 0, 1, 0, 0, 1, 0}, "the walk ends")),
            "      init\n"
            "      |\n"
            "   1  |----- run Child:1 ---->+ Child:1\n"
            "      * v = 1; v = 2          |\n"
            "   2  |                       * box!hello,4 (1)\n"
            "   3  |                       | \"sent 4\"\n"
            "   4  |<-- box?hello,4 (1) ---|\n"
            "   5  |<------ meet!5 --------|\n"
            "   6  |                       x\n"
            "   7  ! assertion 'v == 4' is false (m.pml:14)\n"
            "      end: the walk ends\n");
}

TEST(Chart, PairsMessagesOfABufferInTheOrderTheyAreTaken) {
  const auto model = promela_model_of(
      "chan q = [3] of { byte };\n"
      "active proctype A() { q!5; q!6; q!!1 }\n"
      "active proctype B() { byte v; q?v; q??6; q?v }\n");
  EXPECT_EQ(chart_text(chart_of_walk(*model, {0, 0, 0, 0, 0, 0})),
            "      A               B\n"
            "      |               |\n"
            "   1  * q!5 (1)       |\n"
            "   2  * q!6 (2)       |\n"
            "   3  * q!1 (3)       |\n"
            "   4  |--- q?1 (3) -->|\n"
            "   5  |--- q?6 (2) -->|\n"
            "   6  |--- q?5 (1) -->|\n");
}

TEST(Chart, ShowsBothLanguages) {
  const auto model = render_test::model_of(render_test::belt);
  EXPECT_EQ(chart_text(chart_of_walk(*model, {0, 0, 0}, "no process can move")),
            "      Baker              Eater\n"
            "      |                  |\n"
            "   1  * belt!7 (1)       |\n"
            "   2  |----- hand!3 ---->|\n"
            "   3  |--- belt?7 (1) -->|\n"
            "      end: no process can move\n");
}

TEST(Chart, ShowsTheMoveThatGoesWrong) {
  const auto model = render_test::model_of(render_test::overflow);
  EXPECT_EQ(chart_text(chart_of_walk(*model, {0, 0})),
            "      Counter\n"
            "      |\n"
            "   1  * up -> up { effect x = x + 1; }\n"
            "   2  * up -> up { effect x = x + 1; }\n"
            "      ! value 256 is outside 0..255 of 'x'\n");
}

TEST(Chart, SharesARowBetweenTheStatementsOfOneMove) {
  const auto model =
      promela_model_of("byte x;\nactive proctype P() { atomic { x++; x++; x = 7 }; x-- }\n");
  EXPECT_EQ(chart_text(chart_of_walk(*model, {0, 0})),
            "      P\n"
            "      |\n"
            "   1  * x++; x++; x = 7\n"
            "   2  * x--\n");
}

TEST(Chart, LeavesOutTheClaim) {
  const auto model = render_test::model_of(
      "byte x;\n"
      "process P { state a; init a; trans a -> a { effect x = x + 1; }; }\n"
      "process Watch { state w; init w; accept w; trans w -> w { guard x < 9; }; }\n"
      "system async property Watch;\n");
  EXPECT_EQ(chart_text(chart_of_walk(*model, {0, 0})),
            "      P\n"
            "      |\n"
            "   1  * a -> a { effect x = x + 1; }\n"
            "   2  * a -> a { effect x = x + 1; }\n");
}

TEST(Chart, FramesTheLoopAndMarksWhatIsTrue) {
  const auto model = render_test::model_of(render_test::two_forks);
  const ShownTrace shown = render_test::stuck_forks(*model);
  EXPECT_EQ(chart_text(chart_of(*model, shown, render_test::fork_propositions())),
            "      a b  A                                 B\n"
            "      - ?  |                                 |\n"
            "   1  - +  * thinking -> has_left { guard..  |\n"
            "   2  - +  |                                 * thinking -> has_left { guard..\n"
            "+-- loop ----------------------------------------------------------------------\n"
            "|  3  - +  | (stays)                         |\n"
            "+-- back to step 2 ------------------------------------------------------------\n"
            "      end: nobody eats\n"
            "      a: A.eating\n"
            "      b: fork[0] == 1\n"
            "      + true, - false, ? no value, each after the step\n");
}

TEST(Chart, LeavesOutPropositionsWithoutALetter) {
  const auto model = render_test::promela_model_of("active proctype P() { skip }\n");
  ShownTrace shown{walk(*model, {}), ""};
  shown.truths = {std::vector<Truth>(28, Truth::True)};
  const std::vector<Proposition> propositions(28, {"p", no_id<ExprId>});
  const std::string text = chart_text(chart_of(*model, shown, propositions));
  EXPECT_TRUE(text.starts_with("      a b c d e f g h i j k l m n o p q r s t u v w x y z  P\n"))
      << text;
  EXPECT_TRUE(
      text.ends_with("      z: p\n"
                     "      (2 more left out)\n"
                     "      + true, - false, ? no value, each after the step\n"))
      << text;
}

TEST(ChartSvg, FramesTheLoopAndMarksWhatIsTrue) {
  const auto model = promela_model_of(
      "chan q = [0] of { byte };\n"
      "active proctype A() { do :: q!5 od }\n"
      "active proctype B() { do :: q?5 od }\n");
  ShownTrace shown{walk(*model, {0, 0}), ""};
  shown.trace.loop_start = 1;
  shown.truths = {{Truth::True}, {Truth::False}, {Truth::NoValue}};
  const std::vector<Proposition> propositions = {{"p < q", no_id<ExprId>}};
  EXPECT_EQ(chart_svg(chart_of(*model, shown, propositions), "m"),
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"446\" height=\"246\" viewBox=\"0 0 "
            "446 246\" font-family=\"Helvetica, Arial, sans-serif\" font-size=\"12\">\n"
            "<title>m</title>\n"
            "<defs><marker id=\"head\" markerWidth=\"9\" markerHeight=\"8\" refX=\"9\" refY=\"4\" "
            "orient=\"auto\"><path d=\"M0,0 L9,4 L0,8 z\" fill=\"#1d4ed8\"/></marker></defs>\n"
            "<rect width=\"446\" height=\"246\" fill=\"white\"/>\n"
            "<text x=\"20\" y=\"24\" font-size=\"16\" fill=\"#1f2937\">m</text>\n"
            "<rect x=\"10\" y=\"125\" width=\"426\" height=\"52\" rx=\"5\" fill=\"#f0f9ff\" "
            "stroke=\"#1d4ed8\"/>\n"
            "<rect x=\"10\" y=\"125\" width=\"152\" height=\"20\" rx=\"5\" fill=\"#dbeafe\" "
            "stroke=\"#1d4ed8\"/>\n"
            "<text x=\"20\" y=\"139\" fill=\"#1d4ed8\">loop: back to step 1</text>\n"
            "<line x1=\"106\" y1=\"60\" x2=\"106\" y2=\"190\" stroke=\"#9ca3af\"/>\n"
            "<line x1=\"226\" y1=\"60\" x2=\"226\" y2=\"190\" stroke=\"#9ca3af\"/>\n"
            "<circle cx=\"60\" cy=\"86\" r=\"4\" fill=\"#1f2937\" stroke=\"#4b5563\"/>\n"
            "<circle cx=\"60\" cy=\"112\" r=\"4\" fill=\"white\" stroke=\"#4b5563\"/>\n"
            "<line x1=\"106\" y1=\"112\" x2=\"226\" y2=\"112\" stroke=\"#1d4ed8\" "
            "stroke-width=\"1.5\" marker-end=\"url(#head)\"/>\n"
            "<line x1=\"106\" y1=\"164\" x2=\"226\" y2=\"164\" stroke=\"#1d4ed8\" "
            "stroke-width=\"1.5\" marker-end=\"url(#head)\"/>\n"
            "<rect x=\"96\" y=\"34\" width=\"21\" height=\"26\" rx=\"5\" fill=\"#f9fafb\" "
            "stroke=\"#9ca3af\"/>\n"
            "<text x=\"106\" y=\"51\" fill=\"#1f2937\" text-anchor=\"middle\">A</text>\n"
            "<rect x=\"216\" y=\"34\" width=\"21\" height=\"26\" rx=\"5\" fill=\"#f9fafb\" "
            "stroke=\"#9ca3af\"/>\n"
            "<text x=\"226\" y=\"51\" fill=\"#1f2937\" text-anchor=\"middle\">B</text>\n"
            "<text x=\"20\" y=\"90\" fill=\"#9ca3af\">0</text>\n"
            "<text x=\"20\" y=\"116\" fill=\"#9ca3af\">1</text>\n"
            "<text x=\"166\" y=\"108\" fill=\"#1d4ed8\" text-anchor=\"middle\">q!5</text>\n"
            "<text x=\"20\" y=\"168\" fill=\"#9ca3af\">2</text>\n"
            "<text x=\"60\" y=\"168\" fill=\"#b91c1c\" text-anchor=\"middle\">?</text>\n"
            "<text x=\"166\" y=\"160\" fill=\"#1d4ed8\" text-anchor=\"middle\">q!5</text>\n"
            "<text x=\"60\" y=\"51\" fill=\"#4b5563\" text-anchor=\"middle\">a</text>\n"
            "<text x=\"20\" y=\"210\" fill=\"#4b5563\">a: p &lt; q</text>\n"
            "<text x=\"20\" y=\"228\" fill=\"#4b5563\">full: true, empty: false, ?: no value, each "
            "after the step</text>\n"
            "</svg>\n");
}

TEST(ChartSvg, LooksLikeThis) {
  const auto model = promela_model_of(
      "chan q = [1] of { byte };\n"
      "active proctype A() { q!5; assert(1 < 0) }\n"
      "active proctype B() { byte v; q?v; printf(\"<%d>\\n\", v) }\n");
  EXPECT_EQ(chart_svg(chart_of_walk(*model, {0, 1, 1}, "a & b"), "m<1>"),
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"350\" height=\"210\" "
            "viewBox=\"0 0 350 210\" font-family=\"Helvetica, Arial, sans-serif\" "
            "font-size=\"12\">\n"
            "<title>m&lt;1&gt;</title>\n"
            "<defs><marker id=\"head\" markerWidth=\"9\" markerHeight=\"8\" refX=\"9\" "
            "refY=\"4\" orient=\"auto\"><path d=\"M0,0 L9,4 L0,8 z\" "
            "fill=\"#1d4ed8\"/></marker></defs>\n"
            "<rect width=\"350\" height=\"210\" fill=\"white\"/>\n"
            "<text x=\"20\" y=\"24\" font-size=\"16\" fill=\"#1f2937\">m&lt;1&gt;</text>\n"
            "<line x1=\"90\" y1=\"60\" x2=\"90\" y2=\"164\" stroke=\"#9ca3af\"/>\n"
            "<line x1=\"210\" y1=\"60\" x2=\"210\" y2=\"164\" stroke=\"#9ca3af\"/>\n"
            "<circle cx=\"90\" cy=\"86\" r=\"3\" fill=\"#1d4ed8\"/>\n"
            "<line x1=\"90\" y1=\"86\" x2=\"210\" y2=\"112\" stroke=\"#1d4ed8\" "
            "stroke-width=\"1.5\" marker-end=\"url(#head)\"/>\n"
            "<circle cx=\"210\" cy=\"112\" r=\"3\" fill=\"#1d4ed8\"/>\n"
            "<rect x=\"80\" y=\"34\" width=\"21\" height=\"26\" rx=\"5\" fill=\"#f9fafb\" "
            "stroke=\"#9ca3af\"/>\n"
            "<text x=\"90\" y=\"51\" fill=\"#1f2937\" text-anchor=\"middle\">A</text>\n"
            "<rect x=\"200\" y=\"34\" width=\"21\" height=\"26\" rx=\"5\" fill=\"#f9fafb\" "
            "stroke=\"#9ca3af\"/>\n"
            "<text x=\"210\" y=\"51\" fill=\"#1f2937\" text-anchor=\"middle\">B</text>\n"
            "<text x=\"20\" y=\"90\" fill=\"#9ca3af\">1</text>\n"
            "<text x=\"98\" y=\"90\" fill=\"#1d4ed8\" paint-order=\"stroke\" "
            "stroke=\"white\" stroke-width=\"3\">q!5</text>\n"
            "<text x=\"20\" y=\"116\" fill=\"#9ca3af\">2</text>\n"
            "<text x=\"218\" y=\"116\" fill=\"#1d4ed8\" paint-order=\"stroke\" "
            "stroke=\"white\" stroke-width=\"3\">q?5</text>\n"
            "<text x=\"20\" y=\"142\" fill=\"#9ca3af\">3</text>\n"
            "<rect x=\"216\" y=\"128\" width=\"33\" height=\"20\" fill=\"#fef3c7\" "
            "stroke=\"#1f2937\"/>\n"
            "<text x=\"222\" y=\"142\" fill=\"#1f2937\">&lt;5&gt;</text>\n"
            "<text x=\"20\" y=\"184\" fill=\"#1f2937\">end: a &amp; b</text>\n"
            "</svg>\n");
}

TEST(ChartSvg, LabelsAReceiveAwayFromTheArrow) {
  const auto model = promela_model_of(
      "chan q = [1] of { byte };\n"
      "active proctype A() { q?5 }\n"
      "active proctype B() { q!5 }\n");
  const std::string svg = chart_svg(chart_of_walk(*model, {0, 0}), "");
  EXPECT_NE(svg.find("<text x=\"82\" y=\"116\" fill=\"#1d4ed8\" paint-order=\"stroke\" "
                     "stroke=\"white\" stroke-width=\"3\" text-anchor=\"end\">q?5</text>\n"),
            std::string::npos)
      << svg;
}

TEST(ChartSvg, MakesRoomForLabelsAtTheLeftOfAll) {
  const auto model = promela_model_of(
      "chan a_longer_name = [1] of { byte };\n"
      "active proctype A() { a_longer_name?5 }\n"
      "active proctype B() { a_longer_name!5 }\n");
  const std::string svg = chart_svg(chart_of_walk(*model, {0, 0}), "");
  // 15 letters of 7, behind the margin and the numbers.
  EXPECT_NE(svg.find("<line x1=\"165\" y1=\"60\" x2=\"165\""), std::string::npos) << svg;
  EXPECT_NE(svg.find("text-anchor=\"end\">a_longer_name?5</text>"), std::string::npos) << svg;
}

TEST(ChartSvg, HoldsNothingThatXmlCannot) {
  Chart chart;
  chart.lifelines.push_back({"P", std::nullopt, std::nullopt});
  Chart::Event event;
  event.kind = Chart::Event::Kind::Print;
  event.step = 1;
  event.text = "\x01 \xff <&\"> \xc3\xa9";
  chart.events.push_back(event);
  const std::string svg = chart_svg(chart, "");
  EXPECT_NE(svg.find(">? ? &lt;&amp;&quot;&gt; \xc3\xa9</text>"), std::string::npos) << svg;
}

}  // namespace
}  // namespace clew
