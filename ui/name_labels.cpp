// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/name_labels.h"

#include <QFile>
#include <QFileInfo>

namespace nv {

namespace {

constexpr qint64 kMostLabelBytes = 1 << 20; ///< a larger file is something else

Result<NameRules> readRules(const QString& path)
{
    QFile file(path);
    const std::string name = QFileInfo(path).fileName().toStdString();
    if (!file.open(QIODevice::ReadOnly))
        return Error{Errc::Io,
                     "The name rules " + name + " cannot be read ("
                         + file.errorString().toStdString() + "); choose another file.",
                     {}};
    if (file.size() > kMostLabelBytes)
        return Error{Errc::BadArgument,
                     name
                         + " is too large for name rules: a line is a regular expression, a tab or "
                           "a space, and a label.",
                     {}};
    return NameRules::parse(file.readAll().toStdString());
}

} // namespace

QString NameLabels::use(const QString& file)
{
    Result<NameRules> rules = readRules(file);
    if (!rules)
        return QString::fromStdString(rules.error().message);
    m_rules = std::make_shared<const NameRules>(std::move(rules).value());
    m_file = file;
    m_isOn = true;
    emit changed();
    return {};
}

QString NameLabels::restore(const QString& file, bool isOn)
{
    if (file.isEmpty())
        return {};
    Result<NameRules> rules = readRules(file);
    if (!rules)
        return QString::fromStdString(rules.error().message);
    m_rules = std::make_shared<const NameRules>(std::move(rules).value());
    m_file = file;
    m_isOn = isOn;
    emit changed();
    return {};
}

void NameLabels::setOn(bool on)
{
    if (on == m_isOn || !m_rules)
        return;
    m_isOn = on;
    emit changed();
}

} // namespace nv
