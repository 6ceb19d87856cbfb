// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/review_pack.h"

#include <QDialog>

class QCheckBox;
class QComboBox;

namespace nv {

/// How the findings are handed over: as what, and whether with names.  The place is asked for
/// afterwards.  Thread: GUI thread.
class PackDialog : public QDialog
{
    Q_OBJECT
public:
    explicit PackDialog(std::size_t findings, QWidget* parent = nullptr);

    PackForm form() const;
    bool isRedacted() const;

private:
    QComboBox* m_form;
    QCheckBox* m_redact;
};

} // namespace nv
