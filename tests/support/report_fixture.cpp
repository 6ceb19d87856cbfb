// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/report_fixture.h"

#include <fstream>
#include <iterator>

namespace nv::test {
namespace fs = std::filesystem;

const std::string ReportFixture::kCopies = "cp \"$fixture/exported.sqlite\" \"$out\"";

std::vector<fs::path> filesBelow(const fs::path& folder)
{
    std::vector<fs::path> out;
    std::error_code ec;
    for (fs::recursive_directory_iterator it(folder, ec), end; !ec && it != end; it.increment(ec))
        if (fs::is_regular_file(it->symlink_status()))
            out.push_back(it->path());
    return out;
}

std::string bytesOf(const fs::path& file)
{
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

void writeFile(const fs::path& file, const std::string& content)
{
    fs::create_directories(file.parent_path());
    std::ofstream out(file, std::ios::binary | std::ios::trunc);
    out << content;
}

TraceMaker secretTrace()
{
    TraceMaker maker;
    const auto pid = maker.process(10, "trainer");
    const auto tid = maker.thread(pid, 11, "worker");
    MadeKernel kernel;
    kernel.place.globalPid = pid;
    kernel.name = maker.kernelName("void gemm(float *)");
    for (int i = 0; i < 3; ++i) {
        kernel.start = 1000 + i * 100;
        kernel.end = kernel.start + 60;
        maker.launch(tid, {kernel.start - 500, kernel.start - 450}, kernel);
    }
    maker.range(tid, "step", {400, 2500});
    using namespace std::string_literals;
    maker.freshString("PATH=/usr/bin\0API_TOKEN="s + kFakeSecret + "\0HOME=/home/user\0"s);
    const auto log = maker.freshString("printed by the program: " + kFakeSecret);
    const auto logName = maker.freshString("/run/pid_10_stdout.log");
    maker.capture("PROCESS_0:ENVIRONMENT_VARIABLE", "API_TOKEN=\"" + kFakeSecret + "\"");
    maker.capture("PROCESS_0:COMMAND", "trainer");
    maker.systemEnv("DeviceEnvironment", "API_TOKEN=" + kFakeSecret);
    maker.afterwards("CREATE TABLE ProcessStreams (globalPid INTEGER NOT NULL, "
                     "filenameId INTEGER NOT NULL, contentId INTEGER NOT NULL);"
                     "INSERT INTO ProcessStreams VALUES ("
                     + std::to_string(pid) + ", " + std::to_string(logName) + ", "
                     + std::to_string(log) + ")");
    maker.afterwards("CREATE TABLE ANALYSIS_FILE (id INTEGER, filename TEXT, content TEXT);"
                     "INSERT INTO ANALYSIS_FILE VALUES (0, 'pid_10_stdout.log', '"
                     + kFakeSecret + "')");
    return maker;
}

ReportFixture::ReportFixture()
    : m_temporaryBefore(qgetenv("TMPDIR"))
{
    if (!m_folder.isValid())
        qFatal("%s", qPrintable(m_folder.errorString()));
    fs::create_directories(temporary());
    qputenv("TMPDIR", QByteArray::fromStdString(temporary().string()));
    writeReport();
    if (const Status written = secretTrace().writeTo(exported()); !written)
        qFatal("%s", written.error().message.c_str());
    playNsys();
}

ReportFixture::~ReportFixture()
{
    if (m_temporaryBefore.isEmpty())
        qunsetenv("TMPDIR");
    else
        qputenv("TMPDIR", m_temporaryBefore);
}

fs::path ReportFixture::folder() const
{
    return m_folder.path().toStdString();
}

void ReportFixture::writeReport(const std::string& recordedBy)
{
    writeFile(report(), "NVIDIA Tegra Profiler Report " + recordedBy + ".\n\x0bLocal (CLI) "
                            + std::string(3000, 'x') + kFakeSecret);
}

void ReportFixture::playNsys(const std::string& body, const std::string& version)
{
    writeFile(nsys(), "#!/bin/sh\n"
                      "if [ \"$1\" = --version ]; then\n"
                      "  echo 'NVIDIA Nsight Systems version "
                          + version
                          + "-242334140272v0'\n"
                            "  exit 0\n"
                            "fi\n"
                            "fixture='"
                          + folder().string()
                          + "'\n"
                            "echo run >> \"$fixture/runs\"\n"
                            "for word in \"$@\"; do\n"
                            "  case $word in --output=*) out=${word#--output=} ;; esac\n"
                            "  in=$word\n"
                            "done\n"
                          + body + "\n");
    fs::permissions(nsys(), fs::perms::owner_all);
}

int ReportFixture::runs() const
{
    return static_cast<int>(bytesOf(folder() / "runs").size() / 4); // "run\n" each
}

nsys::ReportPlaces ReportFixture::places() const
{
    nsys::ReportPlaces places;
    places.search.pathVariable = nsys().parent_path().string();
    places.search.root = folder() / "root";
    places.cacheFolder = cache();
    return places;
}

Result<TracePtr> ReportFixture::open(const std::stop_token& stop) const
{
    LoadOptions options;
    options.path = report();
    return open(options, stop);
}

Result<TracePtr> ReportFixture::open(const LoadOptions& options, const std::stop_token& stop) const
{
    return nsys::loadReport(options, places(), stop, progress);
}

} // namespace nv::test
