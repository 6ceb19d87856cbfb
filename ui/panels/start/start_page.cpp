// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/start/start_page.h"

#include "ui/appearance.h"
#include "ui/command_box.h"
#include "ui/format.h"

#include <QFileInfo>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace nv {

namespace {

constexpr int kColumnWidth = 800;
constexpr int kRowHeight = 24;
constexpr int kTitlePixels = 20;

QLabel* heading(const QString& text, QWidget* parent)
{
    auto* label = new QLabel(text, parent);
    QFont font = label->font();
    font.setBold(true);
    label->setFont(font);
    return label;
}

QLabel* muted(const QString& text, QWidget* parent)
{
    auto* label = new QLabel(text, parent);
    label->setWordWrap(true);
    label->setForegroundRole(QPalette::PlaceholderText);
    return label;
}

QString orUnknown(const QString& text)
{
    return text.isEmpty() ? format::unknown() : text;
}

} // namespace

QString captureCommand()
{
    return QStringLiteral("nsys profile -t cuda,nvtx,osrt --cuda-graph-trace=node -s none "
                          "--cpuctxsw=none --export=sqlite -o trace ./your-program");
}

QString exportCommand()
{
    return QStringLiteral("nsys export --type sqlite -o trace.sqlite trace.nsys-rep");
}

StartPage::StartPage(bool hasSample, QWidget* parent)
    : QWidget(parent)
    , m_recentTitle(nullptr)
    , m_recent(nullptr)
{
    auto* content = new QWidget(this);
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(16, 24, 16, 24);
    column->setSpacing(8);
    auto* title = new QLabel(tr("Where did the wall clock go?"), content);
    QFont font = title->font();
    font.setPixelSize(kTitlePixels);
    font.setBold(true);
    title->setFont(font);
    column->addWidget(title);
    column->addWidget(muted(tr("Open a trace of NVIDIA Nsight Systems, brush the steady state, "
                               "read the verdict."),
                            content));
    column->addSpacing(8);
    addButtons(*column, hasSample);
    addTourOffer(*column);
    column->addSpacing(16);
    addRecent(*column);
    addCommands(*column);
    column->addStretch(1);

    content->setMaximumWidth(kColumnWidth);
    auto* centred = new QWidget(this);
    auto* row = new QHBoxLayout(centred);
    row->addStretch(1);
    row->addWidget(content, 20);
    row->addStretch(1);
    auto* scroll = new QScrollArea(this);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidget(centred);
    centred->setAutoFillBackground(true);
    centred->setBackgroundRole(QPalette::Base);
    auto* whole = new QVBoxLayout(this);
    whole->setContentsMargins(0, 0, 0, 0);
    whole->addWidget(scroll);
}

void StartPage::addButtons(QVBoxLayout& column, bool hasSample)
{
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    auto* open = new QPushButton(themedIcon("open"), tr("Open a trace …"), this);
    open->setDefault(true);
    connect(open, &QPushButton::clicked, this, &StartPage::openAsked);
    buttons->addWidget(open);
    if (hasSample) {
        auto* sample = new QPushButton(themedIcon("sample"), tr("Open the sample"), this);
        sample->setObjectName(QStringLiteral("sample"));
        sample->setToolTip(tr("An LLM decode run: load, warm-up, a steady loop, one late "
                              "compilation, two outlier launches"));
        connect(sample, &QPushButton::clicked, this, &StartPage::sampleAsked);
        buttons->addWidget(sample);
    }
    buttons->addWidget(
        muted(tr("or drop a .sqlite export or a .nsys-rep report anywhere in this window"), this),
        1);
    column.addLayout(buttons);
}

void StartPage::addTourOffer(QVBoxLayout& column)
{
    m_tour = new QWidget(this);
    auto* row = new QHBoxLayout(m_tour);
    row->setContentsMargins(0, 8, 0, 0);
    row->setSpacing(8);
    auto* take = new QPushButton(tr("Take the &tour"), m_tour);
    take->setObjectName(QStringLiteral("tour"));
    auto* decline = new QPushButton(tr("&No, thanks"), m_tour);
    decline->setObjectName(QStringLiteral("noTour"));
    decline->setToolTip(tr("Help > Take the tour starts it at any time"));
    row->addWidget(take);
    row->addWidget(decline);
    row->addWidget(muted(tr("New here? Five steps through the window, on the sample."), m_tour), 1);
    column.addWidget(m_tour);
    m_tour->hide();
    connect(take, &QPushButton::clicked, this, &StartPage::tourAsked);
    connect(decline, &QPushButton::clicked, this, [this] {
        offerTour(false);
        emit tourDeclined();
    });
}

void StartPage::offerTour(bool isOffered)
{
    m_tour->setVisible(isOffered);
}

void StartPage::addRecent(QVBoxLayout& column)
{
    m_recentTitle = heading(tr("Recent"), this);
    column.addWidget(m_recentTitle);
    m_recent = new QTreeWidget(this);
    m_recent->setObjectName(QStringLiteral("recent"));
    m_recent->setAccessibleName(tr("Recent traces"));
    m_recent->setHeaderLabels({tr("trace"), tr("GPU"), tr("verdict"), tr("opened")});
    m_recent->setRootIsDecorated(false);
    m_recent->setUniformRowHeights(true);
    m_recent->setFrameShape(QFrame::NoFrame);
    m_recent->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_recent->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_recent->setTextElideMode(Qt::ElideMiddle);
    m_recent->header()->setStretchLastSection(false);
    m_recent->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    for (const int section : {1, 2, 3})
        m_recent->header()->setSectionResizeMode(section, QHeaderView::ResizeToContents);
    const auto ask = [this](const QTreeWidgetItem* item) {
        emit fileAsked(item->data(0, Qt::UserRole).toString());
    };
    connect(m_recent, &QTreeWidget::itemClicked, this, ask);
    connect(m_recent, &QTreeWidget::itemActivated, this, ask);
    column.addWidget(m_recent);
    column.addSpacing(16);
}

void StartPage::addCommands(QVBoxLayout& column)
{
    column.addWidget(heading(tr("A capture worth having"), this));
    auto* capture = new CommandBox(CommandBox::Lines::Wrapped, this);
    capture->setObjectName(QStringLiteral("captureCommand"));
    capture->setCommand(captureCommand());
    column.addWidget(capture);
    column.addWidget(muted(tr("A few seconds of the steady loop are enough. NVTX ranges around "
                              "the steps make the steady state certain."),
                           this));
    column.addSpacing(8);
    column.addWidget(heading(tr("From a report you already have"), this));
    column.addWidget(muted(tr("A .nsys-rep opens here where an nsys is installed. Elsewhere, run "
                              "this where there is one:"),
                           this));
    auto* convert = new CommandBox(CommandBox::Lines::Wrapped, this);
    convert->setCommand(exportCommand());
    column.addWidget(convert);
}

void StartPage::setRecent(const QList<Settings::RecentFile>& files)
{
    m_recent->clear();
    for (const Settings::RecentFile& file : files) {
        const QFileInfo info(file.path);
        auto* item = new QTreeWidgetItem(
            {info.fileName(), orUnknown(file.gpu), orUnknown(file.verdict),
             file.opened.isValid()
                 ? file.opened.toLocalTime().toString(QStringLiteral("yyyy-MM-dd hh:mm"))
                 : format::unknown()});
        item->setData(0, Qt::UserRole, file.path);
        item->setToolTip(0, file.path);
        item->setSizeHint(0, QSize(0, kRowHeight));
        m_recent->addTopLevelItem(item);
    }
    const int rows = static_cast<int>(files.size());
    m_recent->setFixedHeight(m_recent->header()->sizeHint().height() + rows * kRowHeight + 4);
    m_recent->setVisible(rows > 0);
    m_recentTitle->setVisible(rows > 0);
}

} // namespace nv
