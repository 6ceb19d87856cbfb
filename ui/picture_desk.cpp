// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/picture_desk.h"

#include "ui/chart_picture.h"
#include "ui/exporter.h"
#include "ui/render/svg_page.h"
#include "ui/save_dialog.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QFileInfo>
#include <QGuiApplication>
#include <QImage>
#include <QMenu>
#include <QSaveFile>
#include <QSvgGenerator>

#include <algorithm>
#include <utility>

namespace nv {
namespace {

constexpr QSize kTimeline(1600, 900);
constexpr QSize kLeastChart(640, 240); ///< as proposed; a chart in a dock is often lower

ChartPicture* chartOf(QWidget* widget)
{
    return dynamic_cast<ChartPicture*>(widget);
}

PictureOptions optionsOf(const PictureOrder& order)
{
    PictureOptions options;
    options.size = order.size;
    options.pixelRatio = order.scale;
    options.theme = order.theme;
    return options;
}

QImage imageOf(ChartPicture& chart, const PictureOrder& order)
{
    QImage image((QSizeF(order.size) * order.scale).toSize(), QImage::Format_RGB32);
    if (image.isNull())
        return image;
    image.setDevicePixelRatio(order.scale);
    image.fill(Theme::current().color(Role::Panel));
    chart.drawChart(image, order.size);
    return image;
}

/// Written whole or not at all.
bool saveChart(ChartPicture& chart, const PictureOrder& order, const QString& path)
{
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly))
        return false;
    if (order.extension == QLatin1String("svg")) {
        QSvgGenerator generator;
        setUpSvg(generator, file, order.size, chart.chartTitle());
        chart.drawChart(generator, order.size);
    } else if (!imageOf(chart, order).save(&file, "PNG")) {
        return false;
    }
    return file.error() == QFileDevice::NoError && file.commit();
}

} // namespace

PictureDesk::PictureDesk(Exporter& exporter, QWidget& window)
    : QObject(&window)
    , m_exporter(exporter)
    , m_window(window)
{
    connect(&exporter, &Exporter::copied, this,
            [this] { emit said(tr("The picture of the timeline is on the clipboard."), false); });
    for (QWidget* widget : window.findChildren<QWidget*>())
        if (chartOf(widget) != nullptr)
            widget->installEventFilter(this);
}

/// The timeline, and the charts that can be seen or could be after a click on their dock.
std::vector<PictureSubject> PictureDesk::subjects() const
{
    std::vector<PictureSubject> out;
    out.push_back({tr("Timeline, as it is shown"), nullptr, kTimeline});
    for (QWidget* widget : m_window.findChildren<QWidget*>()) {
        const ChartPicture* chart = chartOf(widget);
        if (chart != nullptr && chart->hasChart())
            out.push_back({chart->chartTitle(), widget, widget->size().expandedTo(kLeastChart)});
    }
    return out;
}

void PictureDesk::ask(QWidget* chart)
{
    std::vector<PictureSubject> all = subjects();
    const auto first = std::find_if(all.begin(), all.end(), [chart](const PictureSubject& subject) {
        return subject.chart == chart;
    });
    if (first != all.end())
        std::rotate(all.begin(), first, first + 1);
    auto* dialog = new PictureDialog(std::move(all), &m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &PictureDialog::saveAsked, this,
            [this, dialog](const PictureSubject& subject, const PictureOrder& order) {
                askPlace(subject, order);
                dialog->close();
            });
    connect(dialog, &PictureDialog::copyAsked, this,
            [this, dialog](const PictureSubject& subject, const PictureOrder& order) {
                copy(subject, order);
                dialog->close();
            });
    dialog->open();
}

void PictureDesk::askPlace(const PictureSubject& subject, const PictureOrder& order)
{
    const QString name = m_name + (subject.chart.isNull() ? QString() : QStringLiteral("-chart"))
                         + u'.' + order.extension;
    askWhereToSave(m_window,
                   {tr("Export a picture"), u"*." + order.extension, order.extension, name},
                   [this, subject, order](const QString& path) { save(subject, order, path); });
}

void PictureDesk::save(const PictureSubject& subject, const PictureOrder& order,
                       const QString& path)
{
    ChartPicture* chart = chartOf(subject.chart);
    if (chart == nullptr) {
        PictureOptions options = optionsOf(order);
        options.path = path;
        m_exporter.savePicture(options);
    } else if (saveChart(*chart, order, path)) {
        emit said(tr("Written: %1").arg(path), false);
    } else {
        emit said(tr("%1 could not be written; check the folder and its permissions.")
                      .arg(QFileInfo(path).fileName()),
                  true);
    }
}

void PictureDesk::copy(const PictureSubject& subject, const PictureOrder& order)
{
    ChartPicture* chart = chartOf(subject.chart);
    if (chart == nullptr) {
        m_exporter.copyPicture(optionsOf(order));
        return;
    }
    QGuiApplication::clipboard()->setImage(imageOf(*chart, order));
    emit said(tr("The picture is on the clipboard: %1.").arg(subject.title), false);
}

void PictureDesk::copyTimeline()
{
    copy({{}, nullptr, kTimeline},
         {kTimeline, m_window.devicePixelRatioF(), Theme::Mode::Light, QStringLiteral("png")});
}

bool PictureDesk::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::ContextMenu)
        return QObject::eventFilter(watched, event);
    auto* widget = qobject_cast<QWidget*>(watched);
    const ChartPicture* chart = chartOf(widget);
    if (chart == nullptr || !chart->hasChart())
        return QObject::eventFilter(watched, event);
    auto* menu = new QMenu(widget);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("Copy as picture"), this, [this, widget] {
        copy({chartOf(widget)->chartTitle(), widget, {}},
             {widget->size(), 2, Theme::current().mode(), QStringLiteral("png")});
    });
    menu->addAction(tr("Export as picture …"), this, [this, widget] { ask(widget); });
    menu->popup(static_cast<QContextMenuEvent*>(event)->globalPos());
    return true;
}

} // namespace nv
