// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/data_quality/data_quality_panel.h"

#include "ui/appearance.h"
#include "ui/document.h"
#include "ui/format.h"

#include <QGridLayout>
#include <QLabel>
#include <QPainter>
#include <QScrollArea>
#include <QVBoxLayout>

#include <array>

namespace nv {

namespace {

constexpr int kIcon = 16;

struct TableTitle
{
    TableKind kind;
    const char* title;
};

constexpr std::array<TableTitle, kTableKinds> kTables{{{TableKind::Kernel, "kernels"},
                                                       {TableKind::Graph, "graph replays"},
                                                       {TableKind::Memcpy, "copies"},
                                                       {TableKind::Memset, "memsets"},
                                                       {TableKind::Runtime, "CUDA API calls"},
                                                       {TableKind::Sync, "synchronisations"},
                                                       {TableKind::Nvtx, "NVTX ranges and marks"},
                                                       {TableKind::Osrt, "OS runtime calls"},
                                                       {TableKind::Overhead, "profiler overhead"}}};

const char* severityText(Severity severity)
{
    switch (severity) {
    case Severity::Error:
        return "error";
    case Severity::Warning:
        return "warning";
    case Severity::Info:
        break;
    }
    return "remark";
}

QIcon severityIcon(Severity severity)
{
    switch (severity) {
    case Severity::Error:
        return themedIcon("error", Role::Error);
    case Severity::Warning:
        return themedIcon("warning", Role::Warning);
    case Severity::Info:
        break;
    }
    return themedIcon("info", Role::TextMuted);
}

QString joined(const std::vector<std::string>& texts)
{
    QStringList out;
    for (const std::string& text : texts)
        out << QString::fromStdString(text);
    return out.join(QStringLiteral(", "));
}

/// A sign that follows the theme: a label's pixmap would keep the colour it was made with.
class SignLabel : public QWidget
{
public:
    SignLabel(QIcon icon, QWidget* parent)
        : QWidget(parent)
        , m_icon(std::move(icon))
    {
        setFixedSize(kIcon, kIcon);
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        m_icon.paint(&painter, rect());
    }

private:
    QIcon m_icon;
};

} // namespace

DataQualityPanel::DataQualityPanel(Document& document, QWidget* parent)
    : Panel(document, parent)
    , m_content(nullptr)
    , m_column(nullptr)
{
    auto* scroll = new QScrollArea(this);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_content = new QWidget(scroll);
    m_content->setAutoFillBackground(true);
    m_content->setBackgroundRole(QPalette::Base);
    m_column = new QVBoxLayout(m_content);
    m_column->setContentsMargins(12, 8, 12, 8);
    m_column->setSpacing(8);
    scroll->setWidget(m_content);
    auto* whole = new QVBoxLayout(this);
    whole->setContentsMargins(0, 0, 0, 0);
    whole->addWidget(scroll);
    connect(&document, &Document::analysisChanged, this, &DataQualityPanel::rebuild);
    rebuild();
}

QLabel* DataQualityPanel::addText(const QString& text, bool muted)
{
    auto* label = new QLabel(text, m_content);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    if (muted)
        label->setForegroundRole(QPalette::PlaceholderText);
    m_column->addWidget(label);
    return label;
}

void DataQualityPanel::rebuild()
{
    const QList<QWidget*> old = m_content->findChildren<QWidget*>(Qt::FindDirectChildrenOnly);
    qDeleteAll(old);
    while (QLayoutItem* item = m_column->takeAt(0))
        delete item;
    const AnalysisPtr& analysis = document().analysis();
    if (!analysis)
        return;
    addText(tr("For the whole capture, whatever the window is."), true);
    if (analysis->notes.empty())
        addText(tr("Nothing was found in this capture that spoils a figure."), false);
    for (const Note& note : analysis->notes)
        addNote(note);
    addFacts();
    m_column->addStretch(1);
}

void DataQualityPanel::addNote(const Note& note)
{
    auto* card = new QWidget(m_content);
    card->setObjectName(QStringLiteral("note"));
    auto* grid = new QGridLayout(card);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(2);
    grid->setColumnStretch(1, 1);
    auto* sign = new SignLabel(severityIcon(note.severity), card);
    sign->setToolTip(QString::fromLatin1(severityText(note.severity)));
    grid->addWidget(sign, 0, 0, Qt::AlignTop);
    auto* message =
        new QLabel(format::quoted(format::withTimes(QString::fromStdString(note.message))), card);
    message->setTextFormat(Qt::PlainText);
    message->setWordWrap(true);
    message->setTextInteractionFlags(Qt::TextSelectableByMouse);
    grid->addWidget(message, 0, 1);
    if (!note.affects.empty()) {
        auto* affects = new QLabel(tr("Spoils: %1").arg(joined(note.affects)), card);
        affects->setTextFormat(Qt::PlainText);
        affects->setWordWrap(true);
        affects->setForegroundRole(QPalette::PlaceholderText);
        grid->addWidget(affects, 1, 1);
    }
    card->setAccessibleName(QString::fromLatin1(severityText(note.severity)) + u": "
                            + message->text());
    m_column->addWidget(card);
}

void DataQualityPanel::addFacts()
{
    const TraceModel& trace = *document().trace();
    const CaptureInfo& capture = trace.capture;
    m_column->addSpacing(8);
    auto* table = new QWidget(m_content);
    auto* grid = new QGridLayout(table);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(24);
    grid->setVerticalSpacing(2);
    int row = 0;
    const auto addRow = [&](const QString& a, const QString& b, const QString& c, bool muted) {
        int column = 0;
        for (const QString& text : {a, b, c}) {
            auto* cell = new QLabel(text, table);
            cell->setAlignment(column == 0 ? Qt::AlignLeft : Qt::AlignRight);
            if (muted)
                cell->setForegroundRole(QPalette::PlaceholderText);
            grid->addWidget(cell, row, column++);
        }
        ++row;
    };
    addRow(tr("table of the file"), tr("rows"), tr("kept aside"), true);
    for (const TableTitle& entry : kTables)
        addRow(QString::fromLatin1(entry.title), format::count(trace.counts[entry.kind]),
               format::count(trace.aside[entry.kind]), trace.counts[entry.kind] == 0);
    grid->setColumnStretch(3, 1);
    m_column->addWidget(table);
    const auto known = [](const std::string& text) {
        return text.empty() ? format::unknown() : QString::fromStdString(text);
    };
    addText(tr("Written by nsys %1, export schema %2.")
                .arg(known(capture.nsysVersion), known(capture.exportSchema)),
            true);
    if (!capture.otherTables.empty())
        addText(tr("Tables that are not read: %1").arg(joined(capture.otherTables)), true);
}

} // namespace nv
