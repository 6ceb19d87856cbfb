// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/family_table.h"
#include "core/analysis/kernel_family.h"
#include "tests/support/model_fixture.h"

#include <QTest>

using namespace nv;

namespace {

QString familyOf(std::string_view shortName, std::string_view demangled = {})
{
    const std::string_view family = kernelFamily(shortName, demangled);
    return QString::fromUtf8(family.data(), static_cast<qsizetype>(family.size()));
}

} // namespace

/// Names as the libraries give them, each with the family its documentation or source says.
class KernelFamilyTest : public QObject
{
    Q_OBJECT
private slots:
    void tellsByTheShortName_data();
    void tellsByTheShortName();
    void tellsByTheDemangledName_data();
    void tellsByTheDemangledName();
    void wordsEndWhereNamesSay_data();
    void wordsEndWhereNamesSay();
    void rulesGoBefore();
    void sumsByFamily();
};

void KernelFamilyTest::tellsByTheShortName_data()
{
    QTest::addColumn<QString>("family");
    const auto names = [](const char* family, std::initializer_list<const char*> all) {
        for (const char* name : all)
            QTest::newRow(name) << QString::fromUtf8(family);
    };
    // cuBLAS, cuBLASLt, CUTLASS, DeepGEMM, Marlin, TensorRT-LLM
    names("GEMM",
          {"ampere_sgemm_128x64_tn", "ampere_bf16_s16816gemm_bf16_128x64_ldg8_f2f_stages_64x4_tn",
           "sm90_xmma_gemm_bf16bf16_bf16f32_f32_tn_n_tilesize128x128x64_warpgroupsize1x1x1",
           "nvjet_tst_192x192_64x4_2x1_v_bz_coopB_TNN", "gemmSN_TN_kernel", "splitKreduce_kernel",
           "volta_h884gemm_64x128_ldg8_nn", "cutlass_80_tensorop_s1688gemm_128x128_16x5_nn_align4",
           "gemmk1_kernel", "magma_sgemmEx_kernel", "fp8_gemm_kernel", "sm90_fp8_gemm_1d2d_impl",
           "Marlin", "gptq_marlin_repack_kernel", "matmul_kernel", "triton_tem_fused_addmm_relu_3",
           "bmm_Bfloat16_E2m1E2m1_Fp32_t128x8x512_s6_et128x8_m128x8x64_cga1x1x1_16dp256b"});
    names("GEMV", {"gemv2T_kernel_val", "gemvNSP_kernel", "gevm_bf16", "gemv2N_kernel"});
    names("attention",
          {"flash_fwd_kernel",
           "flash_fwd_splitkv_kernel",
           "flash_fwd_splitkv_combine_kernel",
           "flash_bwd_dq_dk_dv_loop_seqk_parallel_kernel",
           "fmha_cutlassF_bf16_aligned_64x64_rf_sm80",
           "BatchDecodeWithPagedKVCacheKernel",
           "BatchPrefillWithPagedKVCacheKernel",
           "SinglePrefillWithKVCacheKernel",
           "paged_attention_v2_kernel",
           "kernel_unified_attention_2d",
           "merge_attn_states_kernel",
           "masked_multihead_attention_kernel",
           "_fwd_kernel",
           "_fwd_grouped_kernel_stage1",
           "_attn_fwd",
           "_bwd_kernel_dk_dv",
           "fmhaSm100fKernel_"
           "QkvBfloat16OBfloat16H128PagedKvDenseP64MultiCtasKvVarSeqQ16Kv128StaticSwapsAbForGen",
           "fmha_v2_flash_attention_bf16_64_128_S_q_paged_kv_128_causal_sm90_kernel_nl",
           "mha_varlen_fwd_kernel",
           "VariableLengthMergeStatesKernel",
           "triton_tem_fused_flex_attention_0"});
    names("KV cache", {"reshape_and_cache_flash_kernel", "concat_and_cache_mla_kernel",
                       "copy_blocks_kernel", "AppendPagedKVCacheKernel", "set_mla_kv_buffer_kernel",
                       "create_flashinfer_kv_indices_triton", "applyBiasRopeUpdateKVCacheV2"});
    names("MoE", {"fused_moe_kernel", "moe_align_block_size_kernel", "topkGatingSoftmax",
                  "expandInputRowsKernel", "finalizeMoeRoutingKernel", "moe_sum_kernel",
                  "count_and_sort_expert_tokens_kernel", "grouped_topk_fused_kernel",
                  "_fwd_kernel_ep_scatter_1", "routingIndicesClusterKernel"});
    names("norm", {"rms_norm_kernel", "fused_add_rms_norm_kernel", "RMSNormKernel",
                   "FusedAddRMSNormKernel", "vectorized_layer_norm_kernel", "layer_norm_fwd_kernel",
                   "GammaBetaBackwardCUDAKernelTemplate", "batch_norm_collect_statistics_kernel",
                   "bn_fw_inf_1C11_kernel_NCHW", "generalLayerNorm", "RowwiseMomentsCUDAKernel",
                   "rms_norm_static_fp8_quant_kernel", "triton_red_fused_add_mean_mul_pow_rsqrt_0",
                   "triton_per_fused_native_layer_norm_4", "l2norm_fwd_kernel"});
    names("RoPE", {"rotary_embedding_kernel", "BatchQKApplyRotaryPosIdsCosSinCacheKernel",
                   "_triton_mrope_forward", "rope_kernel", "fusedQKNormRopeKernel"});
    names("softmax", {"softmax_warp_forward", "cunn_SoftMaxForward", "OnlineSoftmaxFusedKernel",
                      "triton_per_fused__softmax_2", "triton_per_fused_div_exp_max_sub_sum_0"});
    names("activation",
          {"act_and_mul_kernel", "silu_and_mul_kernel", "doActivationKernel", "gelu_new_kernel",
           "triton_poi_fused_mul_silu_1", "triton_poi_fused_mul_sigmoid_1"});
    names("quantisation",
          {"scaled_fp8_quant_kernel", "per_token_group_quant_8bit_kernel", "cvt_fp16_to_fp4",
           "dequantize_weights", "dynamic_per_token_scaled_fp8_quant", "quantize_with_block_size"});
    names("collective", {"ncclDevKernel_AllReduce_Sum_bf16_RING_LL",
                         "ncclKernel_AllGather_RING_LL_Sum_int8_t", "cross_device_reduce_1stage",
                         "allreduce_fusion_kernel_oneshot_lamport", "multimem_all_reduce_kernel",
                         "oneShotAllReduceKernel", "moeAllToAllKernel", "nvshmemi_put_kernel"});
    names("sampling",
          {"gatherTopK", "TopPSamplingFromProbKernel", "apply_repetition_penalties_kernel",
           "TopKMaskLogitsKernel", "batchApplyPenalty"});
    names("sort", {"DeviceRadixSortOnesweepKernel", "bitonicSortKVInPlace"});
    names("scan", {"DeviceScanKernel", "tensor_kernel_scan_innermost_dim"});
    names("gather-scatter",
          {"indexSelectLargeIndex", "vectorized_gather_kernel", "index_elementwise_kernel",
           "_scatter_gather_elementwise_kernel", "embedding_backward_kernel",
           "DeviceSelectSweepKernel", "triton_poi_fused_embedding_0"});
    names("convolution",
          {"implicit_convolve_sgemm", "cudnn_volta_scudnn_128x64_relu_small_nn_v1",
           "sm80_xmma_fprop_implicit_gemm_f16f16_f16f32_f32_nhwckrsc_nhwc_tilesize128x128x32",
           "cutlass_tensorop_s1688fprop_optimized_tf32_256x128_16x3_nhwc_align4",
           "conv_depthwise2d_forward_kernel", "winograd_nonfused::winogradForwardData4x4",
           "im2col_kernel", "triton_tem_fused_convolution_7"});
    names("FFT", {"regular_fft_512", "vector_fft_r2c", "composite_2way_fft_1d_r2c_full"});
    names("SSM", {"selective_scan_fwd_kernel", "_chunk_scan_fwd_kernel", "causal_conv1d_fwd_kernel",
                  "chunk_gated_delta_rule_fwd_kernel_h"});
    names("sparse", {"csrmv_v3_kernel", "spmm_kernel", "cusparse_load_balancing_kernel"});
    names("reduction",
          {"reduce_kernel", "DeviceReduceKernel", "DeviceSegmentedReduceKernel", "dot_kernel",
           "triton_red_fused_sum_2", "triton_per_fused_mean_0", "nvfuser_reduction_f0_c1_r0_g3"});
    names("random", {"distribution_elementwise_grid_stride_kernel", "fused_dropout_kernel_vec",
                     "generate_seed_pseudo"});
    names("fill", {"triton_poi_fused_zeros_like_0", "cupy_fill", "elementwise_kernel_with_index"});
    names("copy", {"CatArrayBatchedCopy_aligned16_contig", "nchwToNhwcKernel",
                   "transpose_readWrite_alignment_kernel", "cupy_copy__int32_int64",
                   "triton_poi_fused_cat_0", "triton_poi_fused_clone_0",
                   "triton_poi_fused__to_copy_transpose_3", "copyPackedKernel"});
    names("elementwise",
          {"vectorized_elementwise_kernel", "elementwise_kernel", "unrolled_elementwise_kernel",
           "triton_poi_fused_add_2", "triton_poi_fused_add_cat_mul_5", "multi_tensor_apply_kernel",
           "nvfuser_pointwise_f0_c1_r0_g0", "cupy_add__int32_int_int32"});
    names("loss",
          {"nll_loss_forward_reduce_cuda_kernel_2d", "triton_per_fused_nll_loss_forward_1"});
    names("fusion",
          {"loop_add_fusion", "nvfuser_inner_persistent_f0_c1_r0_g2", "__myl_AddResMulMea_0x1234"});
    names("Triton", {"triton_", "triton_split_unknown"});
    names("solver", {"trsm_right_kernel", "getrf_pivot"});
}

void KernelFamilyTest::tellsByTheShortName()
{
    QFETCH(QString, family);
    QCOMPARE(familyOf(QTest::currentDataTag()), family);
}

void KernelFamilyTest::tellsByTheDemangledName_data()
{
    QTest::addColumn<QString>("shortName");
    QTest::addColumn<QString>("demangled");
    QTest::addColumn<QString>("family");
    const auto row = [](const char* tag, const char* shortName, const char* demangled,
                        const char* family) {
        QTest::newRow(tag) << shortName << demangled << family;
    };
    const auto functor = [&](const char* inner, const char* family) {
        const QString whole =
            QStringLiteral("void at::native::vectorized_elementwise_kernel<(int)4, "
                           "at::native::%1, std::array<char*, 2ul>>(int, T2, T3)")
                .arg(QString::fromUtf8(inner));
        QTest::newRow(inner) << "vectorized_elementwise_kernel" << whole << family;
    };
    functor("GeluCUDAKernelImpl(at::TensorIteratorBase&, at::native::GeluType)::[lambda()]",
            "activation");
    functor("<unnamed>::silu_kernel(at::TensorIteratorBase&)::[lambda()]", "activation");
    functor("sigmoid_kernel_cuda(at::TensorIteratorBase&)::[lambda()]", "activation");
    functor("FillFunctor<float>", "fill");
    functor("CUDAFunctor_add<c10::BFloat16>", "elementwise");
    functor("direct_copy_kernel_cuda(at::TensorIteratorBase&)::[lambda()]", "copy");
    functor("bfloat16_copy_kernel_cuda(at::TensorIteratorBase&)::[lambda(float)]", "copy");
    functor("AUnaryFunctor<float, float, bool, at::native::CompareEqFunctor<float>>",
            "elementwise");
    row("argmax", "reduce_kernel",
        "void at::native::reduce_kernel<512, 1, at::native::ReduceOp<float, "
        "at::native::ArgMaxOps<float>, unsigned int, long, 4>>(T3)",
        "sampling");
    row("mean", "reduce_kernel",
        "void at::native::reduce_kernel<512, 1, at::native::ReduceOp<float, "
        "at::native::MeanOps<float, float>, unsigned int, float, 4>>(T3)",
        "reduction");
    row("index copy is a scatter", "index_elementwise_kernel",
        "void at::native::index_elementwise_kernel<128, 4, at::native::gpu_index_kernel<"
        "at::native::index_copy_kernel_impl<float>(at::TensorIterator&)::[lambda(int)]>(int, T3)",
        "gather-scatter");
    row("Adam", "multi_tensor_apply_kernel",
        "void "
        "at::native::multi_tensor_apply_kernel<at::native::FusedOptimizerTensorListMetadata<4>, "
        "at::native::FusedAdamMathFunctor<float, 4>>(T1, T2, T3...)",
        "optimizer");
    row("norm of gradients", "multi_tensor_apply_kernel",
        "void at::native::multi_tensor_apply_kernel<at::native::TensorListMetadata<1>, "
        "at::native::LpNormFunctor<float, (at::native::NormType)1>>(T1, T2)",
        "reduction");
    row("CUTLASS GEMM", "Kernel2",
        "void cutlass::Kernel2<cutlass_80_simt_sgemm_128x128_8x4_nn_align1>(T1::Params)", "GEMM");
    row("CUTLASS convolution", "Kernel",
        "void cutlass::Kernel<cutlass__5x_cudnn::conv::kernel::ImplicitGemmConvolution<float>>(T1)",
        "convolution");
    row("FlashAttention 3", "device_kernel",
        "void cutlass::device_kernel<flash::enable_sm90_or_later<flash::FlashAttnFwdSm90<"
        "flash::CollectiveMainloopFwdSm90<2>>>>(T1::Params)",
        "attention");
    row("cuBLAS gemvx", "kernel",
        "std::enable_if<!T7, void>::type internal::gemvx::kernel<int, int, float>(T13)", "GEMV");
    row("Thrust transform", "_kernel_agent",
        "void thrust::cuda_cub::core::_kernel_agent<thrust::cuda_cub::__parallel_for::"
        "ParallelForAgent<thrust::cuda_cub::__transform::binary_transform_f<int>>>(T1)",
        "elementwise");
    row("types of parameters are no operations", "step", "step(SortParams, gemm::Params*)",
        "other");
    row("no demangled name", "step", "", "other");
}

void KernelFamilyTest::tellsByTheDemangledName()
{
    QFETCH(QString, shortName);
    QFETCH(QString, demangled);
    QFETCH(QString, family);
    QCOMPARE(familyOf(shortName.toStdString(), demangled.toStdString()), family);
}

/// Words of other languages and sciences that hold one of ours.
void KernelFamilyTest::wordsEndWhereNamesSay_data()
{
    QTest::addColumn<QString>("family");
    for (const char* name :
         {"convexConvexNphase_stage1Kernel", "crossHadamardMixedKernel", "propertiesUpdate", "Fan1",
          "update_duals", "europeanOption", "process_cycle", "grandTotal", "build_GPU2",
          "immuneCells", "computeMassMatrix1T", ""})
        QTest::newRow(name) << "other";
    QTest::newRow("FusedAdamKernel") << "optimizer";
    QTest::newRow("ropeKernel") << "RoPE";
    QTest::newRow("applyRope2d") << "RoPE";
}

void KernelFamilyTest::wordsEndWhereNamesSay()
{
    QFETCH(QString, family);
    QCOMPARE(familyOf(QTest::currentDataTag()), family);
}

void KernelFamilyTest::rulesGoBefore()
{
    const auto rules = NameRules::parse("gemm_fp8\tquick gemm\n"
                                        "gemm_fp8\t\tfp8 GEMM\n"
                                        "^void mine::\ttheirs\tphysics\n");
    QVERIFY(rules.hasValue());
    const auto family = [&](std::string_view shortName, std::string_view demangled) {
        return std::string(kernelFamily(shortName, demangled, &rules.value()));
    };
    QCOMPARE(family("gemm_fp8", ""), std::string("fp8 GEMM"));
    QCOMPARE(family("gemm_fp16", ""), std::string("GEMM"));
    QCOMPARE(family("step", "void mine::step<4>(float*)"), std::string("physics"));
    QCOMPARE(std::string(kernelFamily("step", "", nullptr)), std::string("other"));
}

void KernelFamilyTest::sumsByFamily()
{
    test::ModelFixture model;
    const ProcessId process = model.process(1);
    const StreamId stream = model.stream(model.device(), process, 7);
    model.kernel(stream, "gemm_a()", 0, 60);
    model.kernel(stream, "gemm_b()", 60, 70);
    model.kernel(stream, "gemm_b()", 70, 80);
    model.kernel(stream, "step()", 80, 100);
    const TracePtr trace = model.finish();
    const auto rowOf = [&](std::uint32_t op, std::uint64_t count, Ns total) {
        KernelRow row;
        row.shortName = trace->kernel(OpIndex(op)).shortName;
        row.demangled = trace->kernel(OpIndex(op)).demangled;
        row.stats.count = count;
        row.stats.total = total;
        return row;
    };
    const std::vector<KernelRow> kernels{rowOf(0, 1, 60), rowOf(1, 2, 20), rowOf(3, 1, 20)};
    const std::vector<FamilyRow> families = familyTable(*trace, kernels, nullptr);
    QCOMPARE(families.size(), std::size_t{2});
    QCOMPARE(families[0].family, std::string("GEMM"));
    QCOMPARE(families[0].kernels, std::uint64_t{2});
    QCOMPARE(families[0].count, std::uint64_t{3});
    QCOMPARE(families[0].total, Ns{80});
    QCOMPARE(families[0].share, 0.8);
    QCOMPARE(families[1].family, std::string("other"));
    QCOMPARE(families[1].share, 0.2);
    QCOMPARE(familyTable(*trace, {}, nullptr).size(), std::size_t{0});
}

QTEST_APPLESS_MAIN(KernelFamilyTest)
#include "kernel_family_test.moc"
