// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/model_assembly.h"

#include "core/base/parallel.h"
#include "core/trace/api_name.h"
#include "core/trace/lane_builder.h"

namespace nv {
namespace {

constexpr std::int64_t kProcessMask = ~std::int64_t{0xFFFFFF};

} // namespace

NameId ModelAssembly::name(std::int64_t stringId)
{
    if (stringId == kNoId)
        return NameId::none();
    const auto [it, isNew] = m_names.try_emplace(stringId);
    if (isNew) {
        const auto text = m_parts.strings.find(stringId);
        if (text == m_parts.strings.end())
            ++m_dangling;
        it->second = text == m_parts.strings.end() ? m_model->names.internDangling(stringId)
                                                   : m_model->names.intern(text->second);
    }
    return it->second;
}

ProcessId ModelAssembly::process(std::int64_t globalId)
{
    if (globalId == kNoId)
        return ProcessId::none();
    const std::int64_t id = globalId & kProcessMask;
    const auto [it, isNew] = m_processes.try_emplace(id, ProcessId(m_model->processes.size()));
    if (isNew) {
        Process process;
        process.globalId = id;
        process.pid = (id >> 24) & 0xFFFFFF;
        m_model->processes.push_back(std::move(process));
    }
    return it->second;
}

ThreadId ModelAssembly::thread(std::int64_t globalTid)
{
    if (globalTid == kNoId)
        return ThreadId::none();
    const auto [it, isNew] = m_threads.try_emplace(globalTid, ThreadId(m_model->threads.size()));
    if (isNew) {
        Thread thread;
        thread.globalId = globalTid;
        thread.tid = globalTid & 0xFFFFFF;
        thread.process = process(globalTid);
        m_model->threads.push_back(std::move(thread));
    }
    return it->second;
}

std::vector<ThreadId> ModelAssembly::threads(const IdPool& ids)
{
    std::vector<ThreadId> out;
    for (const std::int64_t id : ids.ids())
        out.push_back(thread(id));
    return out;
}

DeviceId ModelAssembly::device(const RawPlace& place)
{
    const std::int64_t globalPid = place.globalPid == kNoId ? 0 : place.globalPid;
    const std::int64_t hwVm = (globalPid >> 48) & 0xFFFF;
    const auto [it, isNew] =
        m_devices.try_emplace({hwVm, place.device}, DeviceId(m_model->devices.size()));
    if (isNew) {
        Device device;
        device.hwVm = hwVm;
        device.number = place.device;
        m_model->devices.push_back(std::move(device));
    }
    return it->second;
}

DomainId ModelAssembly::domain(ProcessId owner, std::int64_t id)
{
    const auto [it, isNew] = m_domains.try_emplace({owner, id}, DomainId(m_model->domains.size()));
    if (isNew)
        m_model->domains.push_back({id, owner, NameId::none()});
    return it->second;
}

std::vector<StreamId> ModelAssembly::streams(const std::vector<RawPlace>& places)
{
    std::vector<StreamId> out;
    for (const RawPlace& place : places) {
        const auto [it, isNew] = m_streams.try_emplace(place, StreamId(m_model->streams.size()));
        if (isNew) {
            Stream stream;
            stream.device = device(place);
            stream.process = process(place.globalPid);
            stream.context = place.context;
            stream.number = place.stream;
            m_model->streams.push_back(std::move(stream));
        }
        out.push_back(it->second);
    }
    return out;
}

void ModelAssembly::resolveCalls(CallPart& part, std::vector<CallName>& names,
                                 std::vector<ThreadId>& owners)
{
    for (const std::int64_t id : part.names.ids()) {
        CallName callName;
        callName.stringId = id;
        callName.text = name(id);
        callName.base = callName.text.isNone() || m_model->names.isDangling(callName.text)
                            ? m_model->names.display(callName.text)
                            : apiBaseName(m_model->names.text(callName.text));
        names.push_back(std::move(callName));
    }
    owners = threads(part.threads);
}

void ModelAssembly::resolveRanges()
{
    RangePart& part = m_parts.ranges;
    const auto textOf = [&](const RangePart::Text& text) {
        if (text.inlineText != Index<void>::kNone)
            return m_model->names.intern(part.inlineTexts.text(NameId(text.inlineText)));
        return name(text.stringId);
    };
    for (const RangePart::DomainRow& row : part.domains) {
        Domain& announced = m_model->domains[domain(process(row.globalTid), row.id)()];
        if (announced.name.isNone())
            announced.name = textOf(row.text);
    }
    for (const RangePart::Text& text : part.texts.values())
        m_rangeTexts.push_back(textOf(text));
    m_rangeOwners = threads(part.threads);
}

void ModelAssembly::resolveHost()
{
    resolveCalls(m_parts.calls, m_model->callNames, m_callOwners);
    resolveRanges();
    resolveCalls(m_parts.osCalls, m_model->osCallNames, m_osCallOwners);
    for (const std::int64_t id : m_parts.syncs.globalPid)
        m_model->syncs.process.push_back(process(id));
    for (std::size_t i = 0; i < m_parts.overheads.start.size(); ++i) {
        m_model->overheads.process.push_back(process(m_parts.overheads.globalId[i]));
        m_model->overheads.name.push_back(name(m_parts.overheads.name[i]));
    }
}

void ModelAssembly::nameEntities()
{
    for (Process& process : m_model->processes)
        if (const auto it = m_parts.entities.process.find(process.globalId);
            it != m_parts.entities.process.end())
            process.name = validUtf8(it->second);
    for (Thread& thread : m_model->threads)
        if (const auto it = m_parts.entities.thread.find(thread.globalId);
            it != m_parts.entities.thread.end())
            thread.name = m_model->names.text(name(it->second));
    for (const auto& row : m_parts.entities.streams)
        for (Stream& stream : m_model->streams) {
            if (stream.process.isNone() || stream.number != row.stream
                || stream.context != row.context)
                continue;
            const Process& owner = m_model->processes[stream.process()];
            if (owner.pid == row.pid && ((owner.globalId >> 48) & 0xFFFF) == row.hwVm)
                stream.name = validUtf8(row.name);
        }
}

void ModelAssembly::labelDevices()
{
    bool single = true;
    for (const Device& device : m_model->devices)
        single = single && device.hwVm == m_model->devices.front().hwVm;
    for (Device& device : m_model->devices) {
        const std::string number = device.number ? std::to_string(*device.number) : "unknown";
        device.label = single ? number
                              : std::to_string(device.hwVm >> 8) + ":"
                                    + std::to_string(device.hwVm & 0xFF) + ":" + number;
        // A file of several machines repeats device numbers: prefer the row of the same machine.
        const EntityNames::GpuRow* match = nullptr;
        for (const auto& row : m_parts.entities.gpus) {
            if (!device.number || row.gpu.device != *device.number)
                continue;
            const bool sameMachine = ((row.vmId >> 48) & 0xFFFF) == device.hwVm;
            if (match == nullptr || sameMachine)
                match = &row;
            if (sameMachine)
                break;
        }
        if (match != nullptr)
            device.name = match->gpu.name;
    }
}

void ModelAssembly::takeRows()
{
    runTasks({[this] { takeOps(); }, [this] { takeCalls(); }, [this] { takeRanges(); },
              [this] { takeOsCalls(); }, [this] { takeSyncs(); }, [this] { takeOverheads(); }});
}

void ModelAssembly::link()
{
    runTasks({[this] { linkCalls(); }, [this] { orderDeviceOps(); }});
}

Result<TracePtr> ModelAssembly::run()
{
    TraceModel& model = *m_model;
    model.capture = std::move(m_parts.capture);
    model.notes = std::move(m_parts.notes);
    model.fileRows = std::move(m_parts.fileRows);
    model.key = m_parts.key;
    for (const auto& row : m_parts.entities.gpus)
        model.capture.gpus.push_back(row.gpu);
    count(); // before the parts are moved from
    using Part = void (ModelAssembly::*)();
    for (const Part part :
         {&ModelAssembly::resolveOps, &ModelAssembly::resolveHost, &ModelAssembly::takeRows,
          &ModelAssembly::nameEntities, &ModelAssembly::labelDevices, &ModelAssembly::measure,
          &ModelAssembly::closeOpenRanges, &ModelAssembly::link, &ModelAssembly::noteOddities}) {
        if (stopped())
            return Error{Errc::Cancelled, "Opening was cancelled.", {}};
        (this->*part)();
    }
    if (m_parts.lanes) {
        NV_TRY(lanes, buildLanes(model, m_stop));
        model.lanes = std::move(lanes);
    }
    return TracePtr(m_model);
}

} // namespace nv
