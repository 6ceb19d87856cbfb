// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sources/nsys_rep/nsys_rep.h"
#include "core/trace_maker/trace_maker.h"

#include <QTemporaryDir>

#include <filesystem>
#include <string>
#include <vector>

/// A report, a script that plays nsys, a cache and a folder for temporary files, all in a folder of
/// the test's own.  The report is a first line and noise: only the script says what is in it.
namespace nv::test {

inline const std::string kFakeSecret = "fake-secret-0123456789";

/// Every regular file below a folder.
std::vector<std::filesystem::path> filesBelow(const std::filesystem::path& folder);
std::string bytesOf(const std::filesystem::path& file);
void writeFile(const std::filesystem::path& file, const std::string& content);

/// A small trace with the secret in each place where an export keeps an environment.
TraceMaker secretTrace();

class ReportFixture
{
public:
    /// Sets TMPDIR for this process while it lives: one at a time.
    ReportFixture();
    ~ReportFixture();
    ReportFixture(const ReportFixture&) = delete;
    ReportFixture& operator=(const ReportFixture&) = delete;

    std::filesystem::path folder() const;

    std::filesystem::path report() const { return folder() / "reports" / "run 7.nsys-rep"; }

    std::filesystem::path exported() const { return folder() / "exported.sqlite"; }

    std::filesystem::path cache() const { return folder() / "cache" / "converted"; }

    std::filesystem::path temporary() const { return folder() / "tmp"; }

    std::filesystem::path nsys() const { return folder() / "bin" / "nsys"; }

    /// Writes the script: `body` is what `nsys export` does, with $out, $in and $fixture set.
    void playNsys(const std::string& body = kCopies, const std::string& version = "2024.2.3.38");
    void writeReport(const std::string& recordedBy = "2024@2@3@38-242334140272v0");
    /// How often `nsys export` was run.
    int runs() const;

    /// Looks for nsys in the fixture only.
    nsys::ReportPlaces places() const;
    Result<TracePtr> open(const std::stop_token& stop = {}) const;
    Result<TracePtr> open(const LoadOptions& options, const std::stop_token& stop = {}) const;

    mutable Progress progress;

    static const std::string kCopies; ///< the body that exports `exported()`

private:
    QTemporaryDir m_folder;
    QByteArray m_temporaryBefore;
};

} // namespace nv::test
