// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/compare/compare_tables.h"

#include "core/analysis/compare/median_event.h"
#include "ui/format.h"
#include "ui/panels/compare/difference_columns.h"
#include "ui/table/columns.h"
#include "ui/theme.h"

#include <QCoreApplication>

#include <algorithm>
#include <functional>

namespace nv {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("CompareTables", text);
}

QString statusText(ChangeStatus status)
{
    switch (status) {
    case ChangeStatus::New:
        return tr("new");
    case ChangeStatus::Removed:
        return tr("removed");
    case ChangeStatus::Regression:
        return tr("regression");
    case ChangeStatus::Improved:
        return tr("improved");
    case ChangeStatus::Unchanged:
        break;
    }
    return tr("unchanged");
}

QString shareWithSign(double percent)
{
    return withSign(percent / 100, [](double share) { return format::percent(share); });
}

QString statusRule()
{
    return tr("By the time of a step: regression above %1 of A · improved below %2 · unchanged "
              "between them · new, removed: only on one side · small: by less than %3, whatever "
              "the share")
        .arg(shareWithSign(kRegressionPercent), shareWithSign(kImprovedPercent),
             format::duration(kSmallNs));
}

/// Why this row has its status: the change beside the limit that it crossed, or did not.
QString statusReason(const NamedChange& row)
{
    const std::optional<double> percent = row.time.percent();
    if (row.status == ChangeStatus::New || row.status == ChangeStatus::Removed || !percent)
        return statusText(row.status) + u'\n' + statusRule();
    const QString change = shareWithSign(*percent);
    QString reason =
        tr("unchanged: %1 is not above %2 and not below %3")
            .arg(change, shareWithSign(kRegressionPercent), shareWithSign(kImprovedPercent));
    if (row.status == ChangeStatus::Regression)
        reason = tr("regression: %1 is above %2").arg(change, shareWithSign(kRegressionPercent));
    if (row.status == ChangeStatus::Improved)
        reason = tr("improved: %1 is below %2").arg(change, shareWithSign(kImprovedPercent));
    return reason + u'\n' + statusRule();
}

QBrush statusBrush(const NamedChange& row)
{
    const Theme& theme = Theme::current();
    if (row.isSmall)
        return {};
    switch (row.status) {
    case ChangeStatus::New:
        return theme.color(Role::Warning);
    case ChangeStatus::Removed:
        return theme.color(Role::TextMuted);
    case ChangeStatus::Regression:
        return theme.color(Role::Error);
    case ChangeStatus::Improved:
        return theme.color(Role::Accent);
    case ChangeStatus::Unchanged:
        break;
    }
    return {};
}

Column statusColumn(const Get<const NamedChange&>& get)
{
    Column out;
    out.title = tr("status");
    out.copyTitle = QStringLiteral("status");
    out.tooltip = statusRule();
    out.width = 96;
    out.key = [get](std::size_t row) { return SortKey(statusText(get(row).status)); };
    out.cell = [get](std::size_t row) {
        const NamedChange& change = get(row);
        QString text = statusText(change.status);
        if (change.isSmall && change.status != ChangeStatus::Unchanged)
            text += tr(", small");
        return Cell{text, std::nullopt, statusReason(change), std::nullopt, statusBrush(change)};
    };
    return out;
}

std::uint64_t idOf(const NamedChange& row)
{
    return std::hash<std::string>{}(row.full.empty() ? row.name : row.full) * 31 + row.rank;
}

/// One unit for both sides and the difference.
FixedUnit unitOf(const std::vector<NamedChange>& rows, Change NamedChange::*figure)
{
    std::vector<double> values;
    for (const NamedChange& row : rows)
        for (const auto& value : {(row.*figure).base, (row.*figure).target})
            if (value)
                values.push_back(*value);
    return durationUnit(std::move(values), UnitBy::Largest);
}

/// The columns of one figure of the rows of a table.
class RowColumns
{
public:
    RowColumns(CompareAnswerPtr answer, CompareRows rows)
        : m_answer(std::move(answer))
        , m_rows(rows)
    {}

    Get<const NamedChange&> row() const
    {
        return [answer = m_answer, rows = m_rows](std::size_t i) -> const NamedChange& {
            return rowsOf(answer->comparison, rows)[i];
        };
    }

    Get<Change> figure(Change NamedChange::*member) const
    {
        return [get = row(), member](std::size_t i) { return get(i).*member; };
    }

    Get<std::optional<double>> side(Change NamedChange::*member, bool isTarget) const
    {
        return [get = row(), member, isTarget](std::size_t i) {
            const Change& change = get(i).*member;
            return isTarget ? change.target : change.base;
        };
    }

private:
    CompareAnswerPtr m_answer;
    CompareRows m_rows;
};

Column difference(const ColumnText& text, const FixedUnit& unit, const Get<Change>& get)
{
    ColumnText titled = text;
    titled.title += QStringLiteral(" (") + unit.name + u')';
    return differenceColumn(titled, get, [unit](std::size_t) -> Figure {
        return [unit](double value) { return unit.text(value); };
    });
}

Column rankColumn(const Get<const NamedChange&>& row)
{
    return countColumn({tr("rank"), QStringLiteral("rank"), tr("The process, in order"), 44},
                       [row](std::size_t i) { return std::uint64_t{row(i).rank}; });
}

QString timeTip(CompareRows rows)
{
    switch (rows) {
    case CompareRows::Ranges:
        return tr("Mean of a step: time inside the range, ranges inside it included");
    case CompareRows::Kernels:
        return tr("Mean of a step: sum of whole durations of its launches");
    case CompareRows::Api:
        return tr("Mean of a step: time inside the call");
    case CompareRows::Transfers:
        break;
    }
    return tr("Mean of a step: sum of whole durations");
}

/// The columns that only some of the tables have.
void addOwnColumns(Table& table, const CompareAnswerPtr& answer, CompareRows rows,
                   const FixedUnit& unit)
{
    const RowColumns of(answer, rows);
    const auto row = of.row();
    const auto& all = rowsOf(answer->comparison, rows);
    if (rows == CompareRows::Ranges)
        table.columns.push_back(
            difference({tr("Δ self"), QStringLiteral("self_delta_ns"),
                        tr("Difference of the time in the range and in no range inside it"), 84},
                       unit, of.figure(&NamedChange::self)));
    for (const bool isTarget : {false, true})
        table.columns.push_back(
            numberColumn({isTarget ? tr("times B") : tr("times A"),
                          isTarget ? QStringLiteral("target_count") : QStringLiteral("base_count"),
                          tr("How often in a step, mean"), 64},
                         of.side(&NamedChange::count, isTarget), tr("Not known")));
    if (rows == CompareRows::Transfers)
        for (const bool isTarget : {false, true})
            table.columns.push_back(bytesColumn(
                {isTarget ? tr("B") : tr("A"),
                 isTarget ? QStringLiteral("target_bytes") : QStringLiteral("base_bytes"),
                 tr("Bytes of a step, mean"), 80},
                all.size(), of.side(&NamedChange::bytes, isTarget), UnitBy::Largest));
    if (rows == CompareRows::Api)
        table.columns.push_back(remarkColumn(
            {tr("class"), QStringLiteral("class"), tr("What the call does, by its name"), 60},
            [row](std::size_t i) { return QString::fromStdString(row(i).cls); }));
}

} // namespace

const std::vector<NamedChange>& rowsOf(const Comparison& comparison, CompareRows rows)
{
    switch (rows) {
    case CompareRows::Ranges:
        return comparison.ranges;
    case CompareRows::Kernels:
        return comparison.kernelNames;
    case CompareRows::Api:
        return comparison.api;
    case CompareRows::Transfers:
        break;
    }
    return comparison.transfers;
}

Table changeTable(const CompareAnswerPtr& answer, CompareRows rows)
{
    const std::vector<NamedChange>& all = rowsOf(answer->comparison, rows);
    const RowColumns of(answer, rows);
    const auto row = of.row();
    const FixedUnit unit = unitOf(all, &NamedChange::time);
    Table table;
    table.rows = all.size();
    table.id = [row](std::size_t i) { return idOf(row(i)); };
    table.columns = {
        wide(nameColumn({tr("name"), QStringLiteral("name"), tr("Click: show it in both"), 160},
                        [row](std::size_t i) {
                            const NamedChange& change = row(i);
                            const QString name = QString::fromStdString(change.name);
                            return NameCell{
                                name,
                                change.full.empty() ? name : QString::fromStdString(change.full),
                                {}};
                        })),
        averageColumn({tr("A"), QStringLiteral("base_ns"), timeTip(rows), 72}, unit,
                      of.side(&NamedChange::time, false)),
        averageColumn({tr("B"), QStringLiteral("target_ns"), timeTip(rows), 72}, unit,
                      of.side(&NamedChange::time, true)),
        difference(
            {tr("B − A"), QStringLiteral("delta_ns"), tr("Sorted by size, whatever the sign"), 84},
            unit, of.figure(&NamedChange::time)),
        percentColumn(of.figure(&NamedChange::time)),
        statusColumn(row)};
    addOwnColumns(table, answer, rows, unit);
    const auto hasRank = [](const NamedChange& change) { return change.rank != 0; };
    if (std::any_of(all.begin(), all.end(), hasRank))
        table.columns.push_back(rankColumn(row));
    return table;
}

Table doubtTable(const CompareAnswerPtr& answer)
{
    const auto note = [answer](std::size_t i) -> const CompareNote& {
        return answer->comparison.notes[i];
    };
    Table table;
    table.rows = answer->comparison.notes.size();
    table.id = [note](std::size_t i) { return std::hash<std::string>{}(note(i).id); };
    table.columns = {
        wide(textColumn({tr("what differs"), QStringLiteral("message"), {}, 240},
                        [note](std::size_t i) { return QString::fromStdString(note(i).message); },
                        {})),
        textColumn({tr("what still holds"), QStringLiteral("holds"), {}, 240},
                   [note](std::size_t i) { return QString::fromStdString(note(i).holds); }, {})};
    return table;
}

} // namespace nv
