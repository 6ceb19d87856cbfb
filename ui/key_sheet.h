// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>

#include <utility>

class QWidget;

namespace nv {

class Commands;

/// A heading with lines of keys and what they do.
struct KeySection
{
    QString title;
    QList<std::pair<QString, QString>> lines;
};

/// The mouse, then every command that has a key, by the menu it stands in.
QList<KeySection> keySections(const Commands& commands);

/// Every key and gesture of the window, in a dialog that does not block it.
void showKeySheet(const Commands& commands, QWidget* parent);
/// Name, version, licence.
void showAbout(QWidget* parent);

} // namespace nv
