// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/packed_values.h"

#include <QTest>

#include <algorithm>
#include <random>

using namespace nv;

namespace {

PackedValues packed(const std::vector<Ns>& values)
{
    PackedWriter writer;
    for (const Ns value : values)
        writer.add(value);
    return writer.take();
}

std::vector<Ns> copied(const PackedValues& values, std::size_t first, std::size_t last)
{
    std::vector<Ns> out(last - first);
    values.copy(first, last, out.data());
    return out;
}

/// Chunks of each width: equal values, small and large differences, the whole of int64.
std::vector<Ns> mixedValues(std::mt19937_64& random, std::size_t count)
{
    std::vector<Ns> values(count);
    for (std::size_t i = 0; i < count; ++i) {
        switch (i / PackedValues::kChunk % 7) {
        case 0:
            values[i] = 77;
            break;
        case 1:
            values[i] = kMaxNs - static_cast<Ns>(random() % 256);
            break;
        case 2:
            values[i] = static_cast<Ns>(random() % 65536) - 1000;
            break;
        case 3:
            values[i] = kMinNs + static_cast<Ns>(random() % (std::uint64_t{1} << 32U));
            break;
        case 4:
            values[i] = -static_cast<Ns>(random() % (std::uint64_t{1} << 24U));
            break;
        case 5:
            values[i] = static_cast<Ns>(random());
            break;
        default:
            values[i] = i % 2 == 0 ? kMinNs : kMaxNs;
        }
    }
    return values;
}

} // namespace

class PackedValuesTest : public QObject
{
    Q_OBJECT

private slots:
    void emptyAnswers();
    void givesBackWhatItTook();
    void chunksKnowTheirEnds();
    void findsPlacesInAscendingValues();
};

void PackedValuesTest::emptyAnswers()
{
    const PackedValues none = packed({});
    QVERIFY(none.empty());
    QCOMPARE(none.lowerBound(5), std::size_t{0});
    none.forEachPart(0, 0, PackedValues::all,
                     [](std::size_t, std::span<const Ns>) { QFAIL("There is nothing to visit."); });
}

void PackedValuesTest::givesBackWhatItTook()
{
    std::mt19937_64 random(3);
    for (const std::size_t count : {std::size_t{1}, std::size_t{255}, std::size_t{256},
                                    std::size_t{257}, std::size_t{3333}}) {
        const std::vector<Ns> values = mixedValues(random, count);
        const PackedValues all = packed(values);
        QCOMPARE(all.size(), count);
        QCOMPARE(copied(all, 0, count), values);
        for (std::size_t i = 0; i < count; i += 7)
            QCOMPARE(all[i], values[i]);
        for (int round = 0; round < 50; ++round) {
            std::size_t first = random() % (count + 1);
            std::size_t last = random() % (count + 1);
            if (first > last)
                std::swap(first, last);
            std::vector<Ns> visited;
            std::size_t next = first;
            all.forEachPart(first, last, PackedValues::all,
                            [&](std::size_t at, std::span<const Ns> part) {
                                QCOMPARE(at, next);
                                next += part.size();
                                visited.insert(visited.end(), part.begin(), part.end());
                            });
            QCOMPARE(visited, std::vector<Ns>(values.begin() + static_cast<std::ptrdiff_t>(first),
                                              values.begin() + static_cast<std::ptrdiff_t>(last)));
        }
    }
}

void PackedValuesTest::chunksKnowTheirEnds()
{
    std::mt19937_64 random(4);
    const std::vector<Ns> values = mixedValues(random, 2000);
    const PackedValues all = packed(values);
    for (std::size_t at = 0; at < values.size(); at += PackedValues::kChunk) {
        const auto begin = values.begin() + static_cast<std::ptrdiff_t>(at);
        const auto end =
            values.begin()
            + static_cast<std::ptrdiff_t>(std::min(values.size(), at + PackedValues::kChunk));
        QCOMPARE(all.chunkOf(at).least, *std::min_element(begin, end));
        QCOMPARE(all.chunkOf(at).most, *std::max_element(begin, end));
    }
    QCOMPARE(all.chunkOf(0).width, 0U); // equal values cost nothing
    QCOMPARE(all.chunkOf(256).width, 1U);
    QCOMPARE(all.chunkOf(512).width, 2U);
    QCOMPARE(all.chunkOf(768).width, 4U);
    QCOMPARE(all.chunkOf(1024).width, 3U);
    QCOMPARE(all.chunkOf(1280).width, 8U);
}

void PackedValuesTest::findsPlacesInAscendingValues()
{
    std::mt19937_64 random(5);
    std::vector<Ns> values;
    for (int i = 0; i < 3000; ++i)
        values.push_back(static_cast<Ns>(random() % 5000));
    values.push_back(kMinNs);
    values.push_back(kMaxNs);
    std::sort(values.begin(), values.end());
    const PackedValues all = packed(values);
    const auto expected = [&](Ns value) {
        return static_cast<std::size_t>(std::lower_bound(values.begin(), values.end(), value)
                                        - values.begin());
    };
    for (Ns value = -5; value < 5010; value += 3)
        QCOMPARE(all.lowerBound(value), expected(value));
    QCOMPARE(all.lowerBound(kMinNs), std::size_t{0});
    QCOMPARE(all.lowerBound(kMaxNs), expected(kMaxNs));
}

QTEST_APPLESS_MAIN(PackedValuesTest)
#include "packed_values_test.moc"
