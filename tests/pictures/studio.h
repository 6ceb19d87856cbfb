// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/main_window.h"
#include "ui/panels/timeline/timeline_canvas.h"
#include "ui/panels/timeline/timeline_panel.h"

#include <QEvent>
#include <QPixmap>
#include <QTemporaryDir>

#include <functional>
#include <memory>

namespace nv::pictures {

/// The traces that states are shown on, made once into a folder that goes with the program.
/// Thread: GUI thread.
class Traces
{
public:
    /// Empty, or why they could not be made.
    QString make();

    QString sample() const { return path("sample.sqlite"); }

    QString charts() const { return path("charts.sqlite"); } ///< two devices with metrics

    QString slower() const { return path("slower.sqlite"); } ///< the sample, longer steps

    QString stranger() const { return path("stranger.sqlite"); } ///< nothing of the sample

    QString noKernels() const { return path("no-kernels.sqlite"); } ///< the sample without

    QString noApi() const { return path("no-api.sqlite"); }

    QString noRanges() const { return path("no-ranges.sqlite"); }

    QString unreadable() const { return path("unreadable.sqlite"); }

private:
    QString path(const char* name) const { return m_folder.filePath(QString::fromLatin1(name)); }

    QTemporaryDir m_folder;
};

/// The real window, driven into a state as a user would.  One studio a state: nothing is left of the
/// one before.  Thread: GUI thread.
class Studio
{
public:
    Studio(const Traces& traces, QSize size);
    ~Studio();

    const Traces& traces() const { return m_traces; }

    MainWindow& window() { return *m_window; }

    Document& document() { return m_window->document(); }

    TimelinePanel& timeline() { return *m_window->findChild<TimelinePanel*>(); }

    TimelineState& state() { return timeline().state(); }

    TimelineCanvas& canvas() { return timeline().canvas(); }

    /// Opens a trace and waits until its figures stand.
    void open(const QString& path);

    void openSample() { open(m_traces.sample()); }

    void compareWith(const QString& path);
    /// Another window with the settings that this one has left.
    void startAnew();

    /// Brings a panel to the front; by its id.
    template <class T>
    T& panel(const char* id)
    {
        m_window->raisePanel(QString::fromLatin1(id));
        settle();
        return *m_window->findChild<T*>();
    }

    /// An entry of a menu, by the beginning of its text without "&".
    void choose(const char* entry);
    /// A command by its id.
    void run(const char* command);

    void press(QPoint at, Qt::KeyboardModifiers keys = {});
    void moveTo(QPoint at, Qt::KeyboardModifiers keys = {});
    void release(QPoint at, Qt::KeyboardModifiers keys = {});

    /// A part of all of the capture, 0 to 1.
    TimeRange share(double from, double to);
    /// The middle of the row of the first lane of a kind; its height on the canvas.
    int yOf(LaneKind kind);

    /// Until nothing is worked out any more and what was asked for is painted.
    void settle();
    void rest(int ms);
    bool restUntil(const std::function<bool()>& isDone);

    /// The window with whatever stands before it.
    QPixmap grab();

private:
    void mouse(QEvent::Type type, QPoint at, Qt::MouseButton button, Qt::MouseButtons held,
               Qt::KeyboardModifiers keys);

    const Traces& m_traces;
    QSize m_size;
    QTemporaryDir m_folder;
    std::unique_ptr<Settings> m_settings;
    std::unique_ptr<MainWindow> m_window;
};

} // namespace nv::pictures
