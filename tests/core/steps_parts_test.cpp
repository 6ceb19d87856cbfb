// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/steps/gallop.h"
#include "core/analysis/steps/marker_text.h"
#include "core/analysis/steps/proof.h"
#include "core/analysis/steps/regularity.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <regex>
#include <set>

using namespace nv;
using namespace nv::stepfind;

namespace {

/// steady-state.md 3 read literally: maps, whole sorts, no shortcuts.
std::vector<bool> naiveRegular(const std::vector<StepFacts>& steps)
{
    std::vector<bool> out(steps.size());
    for (const StepPhase phase : {StepPhase::None, StepPhase::Context, StepPhase::Generation}) {
        std::vector<std::size_t> members;
        std::map<std::uint64_t, std::size_t> times;
        std::vector<std::uint64_t> order;
        std::map<std::uint64_t, double> size;
        for (std::size_t i = 0; i < steps.size(); ++i) {
            if (steps[i].phase != phase)
                continue;
            members.push_back(i);
            if (times[steps[i].kernels]++ == 0)
                order.push_back(steps[i].kernels);
            size[steps[i].kernels] = steps[i].kernelCount;
        }
        const double least = std::max(3.0, 0.05 * static_cast<double>(members.size()));
        const auto recurs = [&](std::uint64_t k) { return static_cast<double>(times[k]) >= least; };
        std::map<std::size_t, std::uint64_t> kind;
        std::set<std::size_t> regular;
        for (const std::size_t i : members) {
            if (recurs(steps[i].kernels)) {
                kind[i] = steps[i].kernels;
                regular.insert(i);
                continue;
            }
            std::size_t most = 0;
            for (const std::uint64_t k : order) {
                const double away = std::abs(double(steps[i].kernelCount) - size[k]);
                if (recurs(k) && away <= 0.02 * size[k] && times[k] > most) {
                    most = times[k];
                    kind[i] = k;
                }
            }
        }
        for (int round = 0; round < 10; ++round) {
            std::map<std::uint64_t, std::vector<double>> periods;
            for (const std::size_t i : regular)
                periods[kind[i]].push_back(double(steps[i].end - steps[i].begin));
            std::set<std::size_t> now;
            for (const auto& [i, k] : kind) {
                std::vector<double>& p = periods[k];
                std::sort(p.begin(), p.end());
                const std::size_t n = p.size();
                const double median = n == 0 ? 0 : (p[(n - 1) / 2] + p[n / 2]) / 2;
                const double away = std::abs(double(steps[i].end - steps[i].begin) - median);
                if (away <= 0.25 * median && !steps[i].compiles && !steps[i].firstSeen)
                    now.insert(i);
            }
            if (now == regular)
                break;
            regular = now;
        }
        for (const std::size_t i : regular)
            out[i] = true;
    }
    return out;
}

std::vector<StepFacts> randomSteps(std::mt19937& random)
{
    const auto pick = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
    std::vector<StepFacts> steps(static_cast<std::size_t>(5 + pick(120)));
    const int phases = 1 + pick(3);
    const int kinds = 1 + pick(8);
    for (StepFacts& s : steps) {
        const int kind = pick(kinds) * pick(2);
        s.kernelCount = static_cast<std::uint32_t>(100 + kind + (pick(6) == 0 ? pick(5) : 0));
        s.kernels = s.kernelCount * 1000ULL + static_cast<unsigned>(kind);
        s.end = 1000 + kind * 50 + pick(pick(4) == 0 ? 600 : 100);
        s.compiles = pick(15) == 0;
        s.firstSeen = pick(20) == 0;
        s.phase = static_cast<StepPhase>(pick(phases));
    }
    return steps;
}

} // namespace

class StepsPartsTest : public QObject
{
    Q_OBJECT

private slots:

    void foldsNumbers_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("folded");
        QTest::newRow("none") << "Forward"
                              << "Forward";
        QTest::newRow("empty") << ""
                               << "";
        QTest::newRow("digits") << "Step 12 to 345"
                                << "Step # to #";
        QTest::newRow("hex") << "graph 0x1fA9g"
                             << "graph #g";
        QTest::newRow("capital X") << "0XFF"
                                   << "#";
        QTest::newRow("0x without digits") << "0xyz"
                                           << "#xyz";
        QTest::newRow("hex after a digit") << "10x1F"
                                           << "#x#F";
        QTest::newRow("two zeros") << "00x1"
                                   << "#x#";
        QTest::newRow("at the end") << "v0x"
                                    << "v#x";
        QTest::newRow("hash stays") << "a#1"
                                    << "a##";
    }

    void foldsNumbers()
    {
        QFETCH(QString, text);
        QFETCH(QString, folded);
        QCOMPARE(QString::fromStdString(foldedText(text.toStdString())), folded);
    }

    void foldsAsTheRegularExpressionDoes()
    {
        const std::regex numbers("0[xX][0-9a-fA-F]+|[0-9]+");
        std::mt19937 random(7);
        NameTable names;
        std::map<std::string, std::uint32_t> idOf;
        std::vector<NameId> ids;
        for (int i = 0; i < 4000; ++i) {
            std::string text;
            for (std::size_t n = random() % 7; n > 0; --n)
                text += "0x1fXg ab9"[random() % 10];
            ids.push_back(names.intern(text));
        }
        FoldedNames folded(names);
        for (const NameId id : ids) {
            const std::string text(names.text(id));
            const std::string expected = std::regex_replace(text, numbers, "#");
            QCOMPARE(foldedText(text), expected);
            const auto [it, isNew] = idOf.emplace(expected, folded.idOf(id));
            QCOMPARE(folded.idOf(id), it->second);
        }
        std::set<std::uint32_t> distinct;
        for (const auto& [text, id] : idOf)
            distinct.insert(id);
        QCOMPARE(distinct.size(), idOf.size());
        QCOMPARE(folded.idOf(NameId::none()), folded.idOf(names.intern("")));
    }

    void readsStepMarkersOfEveryAge()
    {
        const auto v0 = parseForwardStep("[Executor] _forward_step: 2 ctx reqs, 30 gen reqs");
        QVERIFY(v0 && !v0->number);
        QCOMPARE(v0->contextRequests, 2);
        QCOMPARE(v0->generationRequests, 30);
        const auto v1 = parseForwardStep("x [Executor] _forward_step 17: 0 ctx reqs, 64 gen reqs");
        QCOMPARE(v1->number.value(), 17);
        QCOMPARE(v1->generationRequests, 64);
        const auto v2 =
            parseForwardStep("[Executor] _forward_step 9: 1 ctx reqs, 512 ctx tokens, 3 gen reqs");
        QCOMPARE(v2->number.value(), 9);
        QCOMPARE(v2->contextRequests, 1);
        QCOMPARE(v2->generationRequests, 3);
        for (const char* bad :
             {"_forward_step 1: 0 ctx reqs, 8 gen reqs", "[Executor] _forward_step 1: 8 gen reqs",
              "[Executor] _forward_step 1 0 ctx reqs, 8 gen reqs",
              "[Executor] _forward_step 1: -1 ctx reqs, 8 gen reqs",
              "[Executor] _forward_step 1: 0 ctx reqs, 99999999999999999999 gen reqs"})
            QVERIFY2(!parseForwardStep(bad), bad);
    }

    void gallopsToTheLowerBound()
    {
        std::mt19937 random(11);
        for (int round = 0; round < 300; ++round) {
            std::vector<Ns> values(random() % 40);
            for (Ns& v : values)
                v = static_cast<Ns>(random() % 30);
            std::sort(values.begin(), values.end());
            std::size_t position = 0;
            for (Ns key = 0; key < 32; ++key) {
                position = lowerBoundFrom(values, position, key);
                const auto expected =
                    std::lower_bound(values.begin(), values.end(), key) - values.begin();
                QCOMPARE(position, static_cast<std::size_t>(expected));
            }
        }
    }

    void regularStepsAreThoseOfTheLiteralReading()
    {
        std::mt19937 random(3);
        std::size_t regular = 0;
        for (int round = 0; round < 500; ++round) {
            std::vector<StepFacts> steps = randomSteps(random);
            const std::vector<bool> expected = naiveRegular(steps);
            markRegular(steps);
            for (std::size_t i = 0; i < steps.size(); ++i) {
                QCOMPARE(steps[i].regular(), bool(expected[i]));
                regular += steps[i].regular() ? 1 : 0;
            }
        }
        QVERIFY(regular > 5000); // the comparison is not one of empty sets
    }

    void speaksDurations()
    {
        QCOMPARE(spokenDuration(140'230'000), std::string("140.2 ms"));
        QCOMPARE(spokenDuration(16'681'571), std::string("16.68 ms"));
        QCOMPARE(spokenDuration(19'558), std::string("19.56 \u00b5s"));
        QCOMPARE(spokenDuration(1'245'000'000), std::string("1.245 s"));
        QCOMPARE(spokenDuration(0), std::string("0 ns"));
        QCOMPARE(spokenDuration(999), std::string("999 ns"));
    }
};

QTEST_APPLESS_MAIN(StepsPartsTest)
#include "steps_parts_test.moc"
