// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/pictures/studio.h"

#include "ui/commands/commands.h"
#include "ui/panels/compare/compare_pair.h"

#include <QAction>
#include <QApplication>
#include <QEventLoop>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QTimer>

#include <cstdio>

namespace nv::pictures {

namespace {

constexpr int kLookMs = 20;
constexpr int kMostLooks = 1000; ///< twenty seconds
constexpr int kSettleMs = 300;   ///< for what panels work out from the tables, as histograms

} // namespace

Studio::Studio(const Traces& traces, QSize size)
    : m_traces(traces)
    , m_size(size)
    , m_settings(std::make_unique<Settings>(m_folder.filePath(QStringLiteral("settings.ini"))))
{
    startAnew();
}

void Studio::startAnew()
{
    m_window.reset();
    m_window = std::make_unique<MainWindow>(*m_settings, m_traces.sample());
    m_window->setKeepsOpened(false);
    m_window->resize(m_size);
    m_window->show();
    QApplication::setActiveWindow(m_window.get());
}

Studio::~Studio() = default;

void Studio::open(const QString& path)
{
    m_window->open(path);
    restUntil([this] { return !m_window->loader().isRunning(); });
    settle();
}

void Studio::compareWith(const QString& path)
{
    ComparePair& pair = m_window->pair();
    m_window->compareWith(path);
    restUntil([&pair] { return pair.isCurrent() || !pair.error().isEmpty(); });
    settle();
}

void Studio::choose(const char* entry)
{
    const QString wanted = QString::fromUtf8(entry);
    for (QAction* action : m_window->findChildren<QAction*>())
        if (action->menu() == nullptr && action->text().remove(u'&').startsWith(wanted)) {
            action->trigger();
            settle();
            return;
        }
    std::fprintf(stderr, "There is no entry \"%s\".\n", entry);
}

void Studio::run(const char* command)
{
    if (!m_window->commands().run(QString::fromLatin1(command)))
        std::fprintf(stderr, "The command %s cannot be run.\n", command);
    settle();
}

void Studio::mouse(QEvent::Type type, QPoint at, Qt::MouseButton button, Qt::MouseButtons held,
                   Qt::KeyboardModifiers keys)
{
    QMouseEvent event(type, QPointF(at), canvas().mapToGlobal(QPointF(at)), button, held, keys);
    QApplication::sendEvent(&canvas(), &event);
}

void Studio::press(QPoint at, Qt::KeyboardModifiers keys)
{
    mouse(QEvent::MouseButtonPress, at, Qt::LeftButton, Qt::LeftButton, keys);
}

void Studio::moveTo(QPoint at, Qt::KeyboardModifiers keys)
{
    mouse(QEvent::MouseMove, at, Qt::NoButton, Qt::LeftButton, keys);
}

void Studio::release(QPoint at, Qt::KeyboardModifiers keys)
{
    mouse(QEvent::MouseButtonRelease, at, Qt::LeftButton, Qt::NoButton, keys);
}

TimeRange Studio::share(double from, double to)
{
    const TimeRange all = document().trace()->all;
    const auto at = [&all](double part) {
        return all.begin + static_cast<Ns>(static_cast<double>(all.length()) * part);
    };
    return {at(from), at(to)};
}

int Studio::yOf(LaneKind kind)
{
    const std::vector<Lane>& lanes = document().trace()->lanes;
    for (std::size_t i = 0; i < lanes.size(); ++i)
        if (lanes[i].kind == kind)
            if (const scene::LayoutRow* row = state().layout().find({i, 0}))
                return state().rows().yOf(*row) + row->height / 2;
    return 0;
}

void Studio::rest(int ms)
{
    QEventLoop loop;
    QTimer::singleShot(ms, &loop, &QEventLoop::quit);
    loop.exec();
}

bool Studio::restUntil(const std::function<bool()>& isDone)
{
    for (int i = 0; i < kMostLooks && !isDone(); ++i)
        rest(kLookMs);
    return isDone();
}

void Studio::settle()
{
    restUntil([this] {
        const bool isCounted = !document().analysis() || document().tablesAreCurrent()
                               || !document().tablesError().isEmpty();
        return isCounted && (!document().analysis() || state().lanesAreSettled());
    });
    rest(kSettleMs);
}

QPixmap Studio::grab()
{
    QList<QWidget*> others;
    QSize room = m_window->size();
    for (QWidget* other : QApplication::topLevelWidgets())
        if (other != m_window.get() && other->isVisible()) {
            others << other;
            room = room.expandedTo(other->size());
        }
    const QPixmap window = m_window->grab();
    QPixmap picture(room * window.devicePixelRatio());
    picture.setDevicePixelRatio(window.devicePixelRatio());
    picture.fill(Qt::gray);
    QPainter painter(&picture);
    painter.drawPixmap(0, 0, window);
    for (QWidget* other : others) {
        const QPoint at = QRect({}, room).center() - other->rect().center();
        painter.drawPixmap(at, other->grab());
        painter.drawRect(QRect(at, other->size()).adjusted(0, 0, -1, -1));
    }
    return picture;
}

} // namespace nv::pictures
