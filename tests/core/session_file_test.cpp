// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/session_file.h"

#include <QTemporaryDir>
#include <QTest>

#include <nlohmann/json.hpp>

#include <fstream>

using namespace nv;

namespace {

Session full()
{
    Session session;
    session.traceName = "run.sqlite";
    session.trace = {12'345, 0x0123456789abcdef};
    session.marks = {kMinNs, -5, 9'007'199'254'740'993}; // one that no double holds
    session.ranges = {{"A", 1, {100, 200}, "warm-up \u2013 first \"try\"\n"},
                      {"prefill", 0, {-50, kMaxNs}, ""}};
    Finding first;
    first.title = "the host waits";
    first.note = "two lines\nof \"words\"";
    first.panel = "kernels";
    first.subject = "void gemm<float>(T1 *)";
    first.view = {-100, 9'007'199'254'740'993};
    first.window = {100, 200};
    first.source = "user";
    first.event = FindingEvent{"op", 4'000'000'000U, {120, 130}};
    first.other = FindingOther{"other run.sqlite", {-7, 70}, {10, 60}, "user"};
    first.figures = {{"count", "3", "Launches.", false},
                     {"kernel", "void gemm<float>(T1 *)", "", true}};
    first.commands = {"nsys-verdict run.sqlite --window 100/200"};
    Finding second;
    second.title = "nothing ran";
    second.view = second.window = {0, 0}; // a capture without a sound row
    second.source = "all";
    session.findings = {first, second};
    return session;
}

Session parsed(const std::string& text)
{
    auto session = parseSession(text);
    if (!session)
        qFatal("%s", session.error().message.c_str());
    return session.value();
}

std::string sentenceOf(const std::string& text)
{
    const auto session = parseSession(text);
    return session ? std::string() : session.error().message;
}

std::string withRanges(const std::string& ranges)
{
    return R"({"format": "nsys-verdict session", "version": 1, "ranges": )" + ranges + "}";
}

} // namespace

class SessionFileTest : public QObject
{
    Q_OBJECT
private slots:

    void whatIsWrittenIsReadAgain()
    {
        const Session read = parsed(sessionText(full()));
        QCOMPARE(read.traceName, full().traceName);
        QVERIFY(read.trace == full().trace);
        QVERIFY(read.marks == full().marks);
        QVERIFY(read.ranges == full().ranges);
        QVERIFY(read.findings == full().findings);
        QVERIFY(read.others.empty());
        QVERIFY(!read.isEmpty());
        QVERIFY(Session{}.isEmpty());
    }

    void theTextIsWhatTheHeaderSays()
    {
        const auto root = nlohmann::json::parse(sessionText(full()));
        QCOMPARE(root.at("version").get<int>(), 1);
        QCOMPARE(root.at("trace").at("fingerprint").get<std::string>(),
                 std::string("0123456789abcdef"));
        QCOMPARE(root.at("trace").at("size").get<int>(), 12'345);
        QCOMPARE(root.at("marks").at(1).at("at_ns").get<Ns>(), Ns{-5});
        QCOMPARE(root.at("ranges").at(0).at("key").get<int>(), 1);
        QCOMPARE(root.at("ranges").at(1).at("end_ns").get<Ns>(), kMaxNs);
        const auto& finding = root.at("findings").at(0);
        QCOMPARE(finding.at("window").at("source").get<std::string>(), std::string("user"));
        QCOMPARE(finding.at("view").at("end_ns").get<Ns>(), Ns{9'007'199'254'740'993});
        QCOMPARE(finding.at("event").at("index").get<std::int64_t>(), std::int64_t{4'000'000'000});
        QVERIFY(!finding.at("figures").at(0).contains("is_name"));
        QVERIFY(finding.at("figures").at(1).at("is_name").get<bool>());
        QVERIFY(!root.at("findings").at(1).contains("event"));
        QCOMPARE(finding.at("other").at("file").get<std::string>(),
                 std::string("other run.sqlite"));
        QCOMPARE(finding.at("other").at("window").at("start_ns").get<Ns>(), Ns{10});
        QVERIFY(!root.at("findings").at(1).contains("other"));
    }

    void membersOfLaterProgramsAreKept()
    {
        auto root = nlohmann::json::parse(sessionText(full()));
        root["bookmarks"] = {{{"title", "slow"}}};
        root["findings"][0]["colour"] = "red";
        const Session read = parsed(root.dump());
        QVERIFY(read.ranges == full().ranges);
        const auto again = nlohmann::json::parse(sessionText(read));
        QCOMPARE(again.at("bookmarks").at(0).at("title").get<std::string>(), std::string("slow"));
        QCOMPARE(again.at("findings").at(0).at("colour").get<std::string>(), std::string("red"));
        QVERIFY(!again.at("findings").at(1).contains("colour"));
        QCOMPARE(again.at("version").get<int>(), 1);
    }

    void anotherVersionIsRefusedByName()
    {
        const std::string sentence =
            sentenceOf(R"({"format": "nsys-verdict session", "version": 7, "marks": []})");
        QVERIFY2(sentence.find("version 7") != std::string::npos, sentence.c_str());
    }

    void damagedTextIsRefused_data()
    {
        QTest::addColumn<QString>("text");
        QTest::newRow("empty") << "";
        QTest::newRow("no JSON") << "{\"format\": ";
        QTest::newRow("a list") << "[]";
        QTest::newRow("something else") << R"({"format": "other", "version": 1})";
        QTest::newRow("no version") << R"({"format": "nsys-verdict session"})";
        QTest::newRow("version as text") << R"({"format": "nsys-verdict session", "version": "1"})";
    }

    void damagedTextIsRefused()
    {
        QFETCH(QString, text);
        const auto session = parseSession(text.toStdString());
        QVERIFY(!session);
        QCOMPARE(session.error().code, Errc::Corrupt);
        QVERIFY(session.error().message.find("damaged") != std::string::npos);
    }

    void entriesThatMakeNoSenseAreLeftOut()
    {
        const Session read = parsed(withRanges(
            R"([{"name": "a", "start_ns": 5, "end_ns": 5}, 7, {"start_ns": 1.5, "end_ns": 9},
                {"name": "b", "start_ns": 1, "end_ns": 18446744073709551615},
                {"name": "c", "key": 3, "start_ns": 1, "end_ns": 2},
                {"name": "d", "key": 3, "start_ns": 3, "end_ns": 4},
                {"name": "e", "key": 12, "start_ns": 5, "end_ns": 6}])"));
        QCOMPARE(read.ranges.size(), std::size_t{3});
        QCOMPARE(read.ranges[0].name, std::string("c"));
        QCOMPARE(read.ranges[0].key, 3);
        QCOMPARE(read.ranges[1].key, 0); // the key was taken
        QCOMPARE(read.ranges[2].key, 0); // there is no such key
        const Session marks = parsed(
            R"({"format": "nsys-verdict session", "version": 1,
                "marks": [{"at_ns": 9}, {"at_ns": 3}, {"at_ns": 9}, {"at_ns": "4"}, 5]})");
        QVERIFY((marks.marks == std::vector<Ns>{3, 9}));
    }

    void aFindingNeedsAWindowOnly()
    {
        const Session read = parsed(
            R"({"format": "nsys-verdict session", "version": 1, "findings": [
                {"title": "no window"}, 7, {"window": {"start_ns": 5, "end_ns": 4}},
                {"window": {"start_ns": 1, "end_ns": 2}, "view": 7, "event": {"kind": "op",
                 "index": -1, "start_ns": 1, "end_ns": 2}, "figures": [3, {"name": "n"}],
                 "commands": [4, "c"]}]})");
        QCOMPARE(read.findings.size(), std::size_t{1});
        const Finding& only = read.findings[0];
        QVERIFY(only.window == (TimeRange{1, 2}));
        QVERIFY(only.view == only.window);
        QVERIFY(!only.event);
        QCOMPARE(only.figures.size(), std::size_t{1});
        QCOMPARE(only.figures[0].name, std::string("n"));
        QVERIFY(only.commands == std::vector<std::string>{"c"});
    }

    /// A file of the program as it was before there were findings.
    void anOlderFileIsRead()
    {
        const Session read = parsed(
            R"({"format": "nsys-verdict session", "version": 1,
                "trace": {"file": "a.sqlite", "size": 5, "fingerprint": "00000000000000ff"},
                "marks": [{"at_ns": 3}], "ranges": []})");
        QVERIFY((read.marks == std::vector<Ns>{3}));
        QVERIFY(read.findings.empty());
        QVERIFY(read.others.empty());
        QCOMPARE(read.trace.content, std::uint64_t{255});
    }

    void aFileIsKnownByWhatItHolds()
    {
        const QTemporaryDir folder;
        const auto make = [&folder](const char* name, const std::string& text) {
            const std::filesystem::path path =
                folder.filePath(QString::fromLatin1(name)).toStdString();
            std::ofstream(path, std::ios::binary) << text;
            return FileFingerprint::of(path, {}).value();
        };
        const std::string large(300'000, 'x');
        std::string changed = large;
        changed.back() = 'y';
        const FileFingerprint first = make("a", large);
        QVERIFY(first == make("b", large)); // another name
        QVERIFY(!(first == make("c", changed)));
        QVERIFY(!(first == make("d", large + 'x')));
        QCOMPARE(first.size, std::uint64_t{300'000});
        // FNV-1a of nothing and of "a", by its definition.
        QCOMPARE(hexText(make("e", "").content), std::string("cbf29ce484222325"));
        QCOMPARE(hexText(make("f", "a").content), std::string("af63dc4c8601ec8c"));
        QVERIFY(!FileFingerprint::of("/no/such/file", {}));
    }
};

QTEST_APPLESS_MAIN(SessionFileTest)
#include "session_file_test.moc"
