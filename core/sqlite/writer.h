// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sqlite/database.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <stop_token>
#include <string>

struct sqlite3;

/// A new file nobody else knows yet, filled from a file that is only read.
/// Shape: the new file is `main`, the other one `src`; both have the same text encoding, which
/// SQLite asks for.  No journal is written: a file that was not finished is good for nothing.
/// Errors: Io, Corrupt, Cancelled, each a sentence with the base name of the file it is about.
/// Thread: one thread at a time.  Stop: as Database.
namespace nv::sqlite {

class Writer
{
public:
    /// `name` is what sentences call the new file.
    static Result<Writer> create(const std::filesystem::path& file, const std::string& name,
                                 const Access& source, const std::stop_token& stop);
    ~Writer();
    Writer(Writer&&) noexcept;
    Writer& operator=(Writer&&) noexcept;

    /// The first statement of `sql`; what follows it is not looked at.
    Status run(const std::string& sql);
    /// Rows of a table of integers, cell after cell.
    Status insert(const std::string& table, std::size_t columns,
                  std::span<const std::int64_t> cells);
    /// The first cell of the first row; 0 when there is none or it is no integer.
    Result<std::int64_t> integer(const std::string& sql);
    /// Rows the last run() inserted.
    std::uint64_t changes() const;
    /// Ends the connection; an error of the last write shows here.
    Status close();

private:
    Writer() = default;
    Error failure(const std::string& sql) const;

    struct Stop;
    sqlite3* m_db = nullptr;
    std::unique_ptr<Stop> m_stop;
    std::string m_name;
    std::string m_sourceName;
};

} // namespace nv::sqlite
