// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/settings.h"

#include <QWidget>

class QLabel;
class QPushButton;
class QTreeWidget;
class QVBoxLayout;

namespace nv {

/// What stands in the centre while nothing is open: open, the sample, recent files, drop here, and
/// the capture command worth having.
class StartPage : public QWidget
{
    Q_OBJECT
public:
    /// `hasSample`: a sample trace lies beside the program.
    StartPage(bool hasSample, QWidget* parent = nullptr);

    void setRecent(const QList<Settings::RecentFile>& files);

signals:
    void openAsked();
    void sampleAsked();
    void fileAsked(const QString& path);

private:
    void addButtons(QVBoxLayout& column, bool hasSample);
    void addRecent(QVBoxLayout& column);
    void addCommands(QVBoxLayout& column);

    QLabel* m_recentTitle;
    QTreeWidget* m_recent;
};

/// The capture that answers most questions at little cost.
QString captureCommand();
/// Turns a report that exists already into what this program reads.
QString exportCommand();

} // namespace nv
