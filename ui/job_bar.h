// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QProgressBar;

namespace nv {

/// How far something long about a file has come, with its cancel; hidden at rest.  Whoever derives
/// from it connects a job: what it is called, its stages, and when it has ended.
class JobBar : public QWidget
{
    Q_OBJECT
public:
    explicit JobBar(QWidget* parent = nullptr);

signals:
    void cancelAsked(); ///< the button or Esc

protected:
    /// The name of the file, short enough for the bar.
    static QString nameOf(const QString& path);
    /// ", 3 of 10 rows"; empty while the total is not known.
    static QString rowsText(quint64 done, quint64 total);

    /// A total of 0 is one that is not known: the bar then runs to and fro.
    void advance(const QString& text, quint64 done, quint64 total);
    void keyPressEvent(QKeyEvent* event) override;

    QProgressBar& bar() { return *m_bar; }

private:
    QLabel* m_text;
    QProgressBar* m_bar;
};

} // namespace nv
