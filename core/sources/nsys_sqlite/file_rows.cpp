// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sources/nsys_sqlite/file_rows.h"

#include "core/sources/nsys_sqlite/readers.h"

#include <algorithm>
#include <map>
#include <mutex>

namespace nv::nsys {
namespace {

namespace fs = std::filesystem;

/// Enough to notice that somebody exported again over the open file.
struct FileState
{
    std::uintmax_t size = 0;
    fs::file_time_type modified;
    friend bool operator==(const FileState&, const FileState&) = default;

    static std::optional<FileState> of(const fs::path& path)
    {
        std::error_code ec;
        FileState state;
        state.size = fs::file_size(path, ec);
        if (ec)
            return std::nullopt;
        state.modified = fs::last_write_time(path, ec);
        if (ec)
            return std::nullopt;
        return state;
    }
};

void appendCell(const sqlite::Statement& row, int column, NameTable& texts, RawColumn& out)
{
    if (row.isInteger(column)) {
        out.values.push_back(row.integer(column));
        out.types.push_back(CellType::Integer);
    } else if (row.isText(column)) {
        out.values.push_back(texts.intern(row.text(column)).value);
        out.types.push_back(CellType::Text);
    } else {
        out.values.push_back(0);
        out.types.push_back(row.isNull(column) ? CellType::Null : CellType::Other);
    }
}

class FileRows : public RowSource
{
public:
    FileRows(sqlite::Access access, Schema schema)
        : m_access(std::move(access))
        , m_schema(std::move(schema))
        , m_opened(FileState::of(m_access.path))
    {}

    bool has(std::string_view table) const override { return m_schema.has(table); }

    bool has(std::string_view table, std::string_view column) const override
    {
        return m_schema.has(table, column);
    }

    Result<RawTablePtr> read(std::string_view table, std::span<const std::string_view> columns,
                             const std::stop_token& stop) const override
    {
        if (!m_schema.has(table))
            return RawTablePtr{};
        const std::string sql = m_schema.select(table, columns);
        {
            const std::lock_guard lock(m_mutex);
            if (const auto it = m_kept.find(sql); it != m_kept.end())
                return it->second;
        }
        // Two threads that ask for the same at once both read it: rare, and never wrong.
        NV_TRY(db, open(stop));
        NV_TRY(out, scan(db, sql, columns.size()));
        const std::lock_guard lock(m_mutex);
        return m_kept.emplace(sql, out).first->second;
    }

    Result<StringsById> strings(std::span<const std::int64_t> ids,
                                const std::stop_token& stop) const override
    {
        NV_TRY(db, open(stop));
        StringsById out;
        Progress unused;
        const ReadContext context{db, m_schema, unused};
        std::vector<std::int64_t> sorted(ids.begin(), ids.end());
        std::sort(sorted.begin(), sorted.end());
        if (Status read = readStrings(context, sorted, out); !read)
            return read.error();
        return out;
    }

    Result<fs::path> file() const override
    {
        if (!m_opened || FileState::of(m_access.path) != m_opened)
            return Error{Errc::Io,
                         m_access.displayName
                             + " was changed or removed since it was opened: open it again.",
                         m_access.path.string()};
        return m_access.path;
    }

private:
    Result<sqlite::Database> open(const std::stop_token& stop) const
    {
        NV_TRY(unchanged, file());
        static_cast<void>(unchanged);
        return sqlite::Database::open(m_access, stop);
    }

    static Result<RawTablePtr> scan(const sqlite::Database& db, const std::string& sql,
                                    std::size_t columns)
    {
        // A view and a table WITHOUT ROWID have no rowid: their rows are numbered.
        constexpr std::size_t kSelect = std::string_view("SELECT ").size();
        const std::string withIds = "SELECT rowid, " + sql.substr(kSelect) + " ORDER BY rowid";
        auto prepared = db.prepare(withIds);
        const bool hasRowIds = prepared.hasValue();
        if (!hasRowIds)
            prepared = db.prepare("SELECT NULL, " + sql.substr(kSelect));
        NV_TRY(statement, std::move(prepared));
        const auto out = std::make_shared<RawTable>();
        out->columns.resize(columns);
        for (;;) {
            NV_TRY(row, statement.step());
            if (!row)
                return RawTablePtr(out);
            for (std::size_t c = 0; c < columns; ++c)
                appendCell(statement, static_cast<int>(c) + 1, out->texts, out->columns[c]);
            out->rowIds.push_back(hasRowIds ? statement.integer(0)
                                            : static_cast<std::int64_t>(out->rowIds.size()) + 1);
        }
    }

    sqlite::Access m_access;
    Schema m_schema;
    std::optional<FileState> m_opened;
    mutable std::mutex m_mutex; ///< guards m_kept
    mutable std::map<std::string, RawTablePtr> m_kept;
};

} // namespace

std::shared_ptr<const RowSource> fileRows(const sqlite::Access& access, const Schema& schema)
{
    return std::make_shared<FileRows>(access, schema);
}

} // namespace nv::nsys
