// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/pictures/panel_states.h"

#include "ui/annotations.h"
#include "ui/panels/compare/compare_panel.h"
#include "ui/panels/kernels/kernels_panel.h"
#include "ui/panels/outliers/outliers_panel.h"
#include "ui/panels/search/search_panel.h"
#include "ui/table/table_view.h"

#include <QLineEdit>
#include <QTest>
#include <QToolButton>

namespace nv::pictures {

namespace {

void pick(TableView& view, int row)
{
    const QRect cell = view.visualRect(view.table().index(row, 0));
    QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, cell.center());
}

void openWith(Studio& studio, const QString& trace, const char* panel)
{
    studio.open(trace);
    studio.window().raisePanel(QString::fromLatin1(panel));
    studio.settle();
}

SearchPanel& search(Studio& studio, const char* text)
{
    studio.openSample();
    auto& panel = studio.panel<SearchPanel>("search");
    panel.line().setText(QString::fromLatin1(text));
    studio.restUntil([&panel] { return panel.isSettled(); });
    studio.settle();
    return panel;
}

} // namespace

/// All launches of a kernel marked, with how their durations are spread.
void showManySelected(Studio& studio)
{
    studio.openSample();
    pick(studio.panel<KernelsPanel>("kernels").view(), 1);
    studio.settle();
}

void showSearch(Studio& studio)
{
    SearchPanel& panel = search(studio, "gemm");
    for (QToolButton* button : panel.findChildren<QToolButton*>())
        if (button->text().contains(QStringLiteral("tatistics")))
            button->click();
    if (panel.messageText().isEmpty())
        pick(panel.view(), 2);
    studio.document().fitView();
    studio.settle();
}

void showSearchNothing(Studio& studio)
{
    search(studio, "nowhere");
}

void showRanges(Studio& studio)
{
    studio.openSample();
    Annotations& annotations = studio.document().annotations();
    const std::uint64_t first = annotations.keep(studio.share(0.3, 0.4));
    annotations.keep(studio.share(0.5, 0.65));
    annotations.rename(first, QStringLiteral("before the change"));
    annotations.setNote(first, QStringLiteral("batch of 16, the cache is warm"));
    annotations.addMark(studio.share(0.45, 1).begin);
    studio.window().raisePanel(QStringLiteral("ranges"));
    studio.settle();
}

void showOutliers(Studio& studio)
{
    studio.openSample();
    studio.choose("Whole capture");
    auto& panel = studio.panel<OutliersPanel>("outliers");
    if (panel.messageText().isEmpty())
        pick(panel.view(), 0);
    studio.settle();
}

void showCompare(Studio& studio)
{
    studio.openSample();
    studio.compareWith(studio.traces().slower());
}

void showCompareStranger(Studio& studio)
{
    studio.openSample();
    studio.compareWith(studio.traces().stranger());
}

void showFindings(Studio& studio)
{
    studio.openSample();
    studio.choose("Add what is shown");
    studio.document().setUserWindow(studio.share(0.5, 0.6));
    studio.settle();
    studio.choose("Add what is shown");
    studio.window().raisePanel(QStringLiteral("review"));
    studio.settle();
}

void showNoFindings(Studio& studio)
{
    openWith(studio, studio.traces().sample(), "review");
}

void showPresented(Studio& studio)
{
    studio.openSample();
    studio.choose("Add what is shown");
    studio.choose("Present");
    studio.rest(1000);
}

void showDetails(Studio& studio)
{
    openWith(studio, studio.traces().sample(), "details");
}

void showEmptyWindow(Studio& studio)
{
    studio.openSample();
    const Ns begin = studio.document().trace()->all.begin;
    studio.document().setUserWindow({begin, begin + 1'000});
    studio.settle();
}

void showNoKernels(Studio& studio)
{
    openWith(studio, studio.traces().noKernels(), "kernels");
}

void showNoApi(Studio& studio)
{
    openWith(studio, studio.traces().noApi(), "launches");
}

void showNoRanges(Studio& studio)
{
    openWith(studio, studio.traces().noRanges(), "steps");
}

} // namespace nv::pictures
