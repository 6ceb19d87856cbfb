// SPDX-License-Identifier: GPL-3.0-or-later
// What was written comes back; what was not written to its end, or was changed, does not.
#include "core/base/archive.h"
#include "core/base/compact_column.h"
#include "core/base/units.h"
#include "tests/support/report_fixture.h"

#include <QTemporaryDir>
#include <QTest>

#include <fcntl.h>
#include <fstream>
#include <random>

using namespace nv;
using namespace nv::test;
namespace fs = std::filesystem;

namespace {

enum class Colour : std::uint8_t
{
    Red,
    Green,
};

struct Part
{
    Colour colour = Colour::Red;
    bool isSet = false;
    double share = 0;
    std::string text;
    std::optional<std::int64_t> maybe;
    std::vector<std::pair<std::string, std::string>> pairs;

    template <class Archive>
    friend void archive(Archive& a, Part& p)
    {
        a(p.colour, p.isSet, p.share, p.text, p.maybe, p.pairs);
    }

    friend bool operator==(const Part&, const Part&) = default;
};

struct Whole
{
    FlatColumn<std::int64_t> numbers;
    PackedColumn<std::int64_t> ids;
    RankColumn ranks;
    std::vector<Part> parts;
    std::array<std::uint64_t, 3> sums{};
    FlatColumn<std::uint8_t> none;

    template <class Archive>
    friend void archive(Archive& a, Whole& w)
    {
        a(w.numbers, w.ids, w.ranks, w.parts, w.sums, w.none);
    }

    friend bool operator==(const Whole&, const Whole&) = default;
};

Whole randomWhole(std::mt19937_64& random)
{
    Whole out;
    const std::size_t rows = random() % 600;
    for (std::size_t i = 0; i < rows; ++i) {
        out.numbers.push_back(static_cast<std::int64_t>(random()));
        out.ids.push_back(random() % 8 == 0 ? kMinNs : static_cast<std::int64_t>(random() % 99));
        out.ranks.push_back(static_cast<std::uint32_t>(rows % 2 == 0 ? i : rows - i));
    }
    if (random() % 2 == 0)
        out.ids.push_back(kMaxNs);
    for (std::size_t i = random() % 4; i > 0; --i)
        out.parts.push_back({Colour::Green,
                             random() % 2 == 0,
                             0.1 * static_cast<double>(random() % 100),
                             std::string(random() % 20, 'x') + '\0' + "y",
                             random() % 2 == 0 ? std::optional(kMinNs) : std::nullopt,
                             {{"a", ""}, {"", "b"}}});
    out.sums = {random(), 0, ~std::uint64_t{0}};
    return out;
}

} // namespace

class ArchiveTest : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    int m_files = 0;

    fs::path newPath()
    {
        return fs::path(m_folder.path().toStdString()) / std::to_string(m_files++);
    }

    fs::path written(const Whole& whole)
    {
        fs::path path = newPath();
        ArchiveWriter out(path, {});
        out(whole);
        if (const Status done = out.finish(); !done)
            qWarning("%s", done.error().message.c_str());
        return path;
    }

    static std::optional<Whole> readBack(const fs::path& path)
    {
        ArchiveReader in(path);
        Whole whole;
        in(whole);
        return in.finish() ? std::optional(whole) : std::nullopt;
    }

    static bool looksWhole(const fs::path& path)
    {
        const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
        const bool is = isWholeArchive(file, fs::file_size(path));
        ::close(file);
        return is;
    }

private slots:

    void comesBackAsItWas()
    {
        std::mt19937_64 random(3);
        for (int round = 0; round < 60; ++round) {
            const Whole whole = randomWhole(random);
            const fs::path path = written(whole);
            QVERIFY(looksWhole(path));
            const auto again = readBack(path);
            QVERIFY(again.has_value());
            QVERIFY(*again == whole);
            fs::remove(path); // what was read does not need it any more
            QVERIFY(*again == whole);
            QVERIFY(whole.numbers.empty() || again->numbers.isView());
        }
    }

    /// Every single byte, changed, and every shorter length.
    void noChangeGoesUnseen()
    {
        std::mt19937_64 random(8);
        Whole whole;
        while (whole.parts.empty() || whole.numbers.size() < 20 || whole.numbers.size() > 30)
            whole = randomWhole(random);
        const std::string sound = bytesOf(written(whole));
        const fs::path path = newPath();
        std::size_t between = 0; // bytes that only fill up to the next column
        for (std::size_t at = 0; at < sound.size(); ++at) {
            std::string changed = sound;
            changed[at] = static_cast<char>(changed[at] ^ 0x41);
            writeFile(path, changed);
            if (const auto again = readBack(path)) {
                QVERIFY2(*again == whole, qPrintable(QString::number(at)));
                ++between;
            }
            writeFile(path, sound.substr(0, at));
            QVERIFY(!readBack(path));
            QVERIFY(!looksWhole(path));
        }
        QVERIFY(between < 8 * std::size_t{64});
        writeFile(path, sound + "x");
        QVERIFY(!readBack(path));
        writeFile(path, sound);
        QVERIFY(readBack(path) == whole);
    }

    /// The reader asks for more, or for less, than was written.
    void anotherLayoutGivesNothing()
    {
        const fs::path path = newPath();
        {
            ArchiveWriter out(path, {});
            out(std::int32_t{7}, std::string("text"));
            QVERIFY(out.finish());
        }
        std::int32_t number = 0;
        std::string text;
        {
            ArchiveReader in(path);
            in(number);
            QVERIFY(!in.finish());
        }
        {
            ArchiveReader in(path);
            std::int64_t more = 0;
            in(number, text, more);
            QVERIFY(!in.isGood());
            QVERIFY(!in.finish());
        }
        {
            ArchiveReader in(path);
            std::vector<std::int64_t> list; // reads the number and the length as one count
            in(list);
            QVERIFY(list.empty());
            QVERIFY(!in.finish());
        }
        ArchiveReader in(path);
        in(number, text);
        QVERIFY(in.finish());
        QCOMPARE(number, 7);
        QCOMPARE(text, std::string("text"));
    }

    void whatCannotBeWrittenSaysSo()
    {
        const fs::path path = newPath();
        writeFile(path, "mine");
        {
            ArchiveWriter out(path, {});
            out(1);
            const Status done = out.finish();
            QVERIFY(!done);
            QCOMPARE(done.error().code, Errc::Io);
        }
        QCOMPARE(bytesOf(path), std::string("mine"));
        ArchiveWriter full("/dev/full", {}); // exists: O_EXCL refuses it
        QVERIFY(!full.finish());
        std::stop_source stop;
        stop.request_stop();
        ArchiveWriter stopped(newPath(), stop.get_token());
        QCOMPARE(stopped.finish().error().code, Errc::Cancelled);
    }

    void noFileNothing() { QVERIFY(!readBack(newPath())); }
};

QTEST_APPLESS_MAIN(ArchiveTest)
#include "archive_test.moc"
