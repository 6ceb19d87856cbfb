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
    /// A line that offers the tour through the sample; declined, it goes.
    void offerTour(bool isOffered);

signals:
    void openAsked();
    void sampleAsked();
    void tourAsked();
    void tourDeclined();
    void fileAsked(const QString& path);

private:
    void addButtons(QVBoxLayout& column, bool hasSample);
    void addTourOffer(QVBoxLayout& column);
    void addRecent(QVBoxLayout& column);
    void addCommands(QVBoxLayout& column);

    QWidget* m_tour = nullptr;
    QLabel* m_recentTitle;
    QTreeWidget* m_recent;
};

/// The capture that answers most questions at little cost.
QString captureCommand();
/// Turns a report that exists already into what this program reads.
QString exportCommand();

} // namespace nv
