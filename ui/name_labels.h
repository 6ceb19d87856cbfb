// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/name_rules.h"

#include <QObject>
#include <QString>

namespace nv {

/// The user's labels for names: one file of rules for the whole program, used or not.
/// For the eye only: what is counted does not change with it.
/// Errors: the sentence of the rules, or that the file cannot be read; then what was in use stays.
/// Thread: GUI thread; the rules themselves may be read anywhere.
class NameLabels : public QObject
{
    Q_OBJECT
public:
    using QObject::QObject;

    /// Null while no labels are used.
    NameRulesPtr rules() const { return m_isOn ? m_rules : nullptr; }

    const QString& file() const { return m_file; }

    bool isOn() const { return m_isOn; }

    /// Reads a file and uses it; empty, or why not.
    QString use(const QString& file);
    /// As use(), but switched off where it was so.  A file that is gone is forgotten.
    QString restore(const QString& file, bool isOn);
    void setOn(bool on);

signals:
    void changed();

private:
    QString m_file;
    NameRulesPtr m_rules;
    bool m_isOn = false;
};

} // namespace nv
