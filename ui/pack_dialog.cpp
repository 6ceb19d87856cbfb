// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pack_dialog.h"

#include "ui/format.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace nv {

PackDialog::PackDialog(std::size_t findings, QWidget* parent)
    : QDialog(parent)
    , m_form(new QComboBox(this))
    , m_redact(new QCheckBox(tr("&Without names"), this))
{
    setWindowTitle(tr("Export the findings"));
    m_form->addItem(tr("Web page: one file that loads nothing"),
                    QVariant::fromValue(static_cast<int>(PackForm::Page)));
    m_form->addItem(tr("Markdown with its pictures, in a folder"),
                    QVariant::fromValue(static_cast<int>(PackForm::Markdown)));
    m_form->addItem(tr("PDF, A4"), QVariant::fromValue(static_cast<int>(PackForm::Pdf)));
    m_form->setAccessibleName(tr("As what"));
    auto* what = new QLabel(
        findings == 1 ? tr("One finding with its picture, figures, note and commands.")
                      : tr("%1 findings, each with its picture, figures, note and commands.")
                            .arg(format::count(findings)),
        this);
    m_redact->setToolTip(tr(
        "Names of kernels, ranges, processes and the file are replaced, in titles and notes too."));
    auto* form = new QFormLayout;
    form->addRow(tr("&As"), m_form);
    form->addRow(QString(), m_redact);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    QPushButton* save = buttons->addButton(tr("&Save …"), QDialogButtonBox::AcceptRole);
    save->setDefault(true);
    auto* column = new QVBoxLayout(this);
    column->addWidget(what);
    column->addLayout(form);
    column->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
}

PackForm PackDialog::form() const
{
    return static_cast<PackForm>(m_form->currentData().toInt());
}

bool PackDialog::isRedacted() const
{
    return m_redact->isChecked();
}

} // namespace nv
