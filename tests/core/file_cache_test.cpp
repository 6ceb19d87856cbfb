// SPDX-License-Identifier: GPL-3.0-or-later
// What was used longest ago goes first, also where all was used in one moment.
#include "core/base/file_cache.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>

using namespace nv;
namespace fs = std::filesystem;

namespace {

bool anyFile(int /*file*/, std::uint64_t /*size*/)
{
    return true;
}

/// Ten bytes.
Status writeTen(const fs::path& target)
{
    std::ofstream(target) << "0123456789";
    return Nothing{};
}

} // namespace

class FileCacheTest : public QObject
{
    Q_OBJECT

private slots:

    /// An opened trace is kept as two entries within a millisecond: the second must not cost the first.
    void theOrderOfUseHoldsWithinAMoment()
    {
        for (int round = 0; round < 20; ++round) {
            const QTemporaryDir place;
            const FileCache cache(place.path().toStdString(), 50, ".x", anyFile);
            // In no order of their names, which a folder may list them by.
            for (const char* name : {"d", "a", "e", "c", "b"})
                QVERIFY(cache.put(name, writeTen));
            QVERIFY(cache.find("d")); // the oldest is used again
            QVERIFY(cache.put("new", writeTen));
            QVERIFY(!cache.find("a"));
            QVERIFY(cache.put("newer", writeTen));
            QVERIFY(!cache.find("e"));
            for (const char* name : {"d", "c", "b", "new", "newer"})
                QVERIFY2(cache.find(name), name);
        }
    }

    /// The newest stays even when it alone is beyond the limit, and so does one that is being read.
    void theNewestAndTheReadStay()
    {
        const QTemporaryDir place;
        const FileCache cache(place.path().toStdString(), 5, ".x", anyFile);
        const auto first = cache.put("first", writeTen);
        QVERIFY(first);
        {
            const auto second = cache.put("second", writeTen);
            QVERIFY(second);
            QVERIFY(cache.find("first")); // `first` holds it
        }
        QVERIFY(cache.put("third", writeTen));
        QVERIFY(!cache.find("second"));
        QVERIFY(cache.find("first"));
        QVERIFY(cache.find("third"));
    }

    /// Other files in the folder are nobody's entries.
    void othersAreLeftAlone()
    {
        const QTemporaryDir place;
        const fs::path other = fs::path(place.path().toStdString()) / "other.txt";
        std::ofstream(other) << "0123456789";
        const FileCache cache(place.path().toStdString(), 5, ".x", anyFile);
        QVERIFY(cache.put("one", writeTen));
        QVERIFY(cache.put("two", writeTen));
        QVERIFY(fs::exists(other));
        QCOMPARE(cache.namesWith("").size(), std::size_t{1});
    }
};

QTEST_APPLESS_MAIN(FileCacheTest)
#include "file_cache_test.moc"
