// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/kernel_family_words.h"

#include "core/base/text.h"

#include <algorithm>
#include <cctype>

namespace nv {
namespace {

// Ordered from the special to the general: a softmax inside an attention kernel's name is attention,
// a GEMM that a convolution is made of is a convolution.
constexpr FamilyWords kWords[] = {
    {"collective",
     "nccl nvshmem allreduce all_reduce allgather all_gather reduce_scatter reducescatter "
     "alltoall all_to_all cross_device_reduce quickreduce mscclpp deep_ep:: lamport "
     "userbuffers"},
    {"MoE", "<moe expert topkgating topk_gating grouped_topk groupedtopk grouped_top_k "
            "expandinputrows finalizemoerouting ^routing <ep_scatter <ep_gather"},
    {"attention",
     "attention attn fmha <mha multihead multi_head flash_fwd flash_bwd flashfwd flashbwd "
     "flashmla flash_mla batchdecodewith batchprefillwith singledecodewith "
     "singleprefillwith prefillwith variablelengthmergestates mergestate dot_product_att "
     "sdpa ^_fwd_kernel ^_fwd_grouped_kernel ^_bwd_kernel ^_bwd_preprocess"},
    {"KV cache", "reshape_and_cache concat_and_cache kv_cache kvcache kv_buffer appendpaged "
                 "append_paged gather_cache gather_and_maybe_dequant_cache copy_blocks swap_blocks "
                 "block_table slot_mapping req_to_token kv_indices"},
    {"attention", "<mla> flash::"},
    {"SSM", "selective_scan selective_state chunk_scan chunk_state chunk_cumsum state_passing "
            "causal_conv1d delta_rule mamba"},
    {"sparse", "csrmv csrmm spmv spmm sddmm spgemm cusparse"},
    {"solver", "trsm trtri potrf getrf getrs geqrf laswp cholesky syevd gesvd"},
    {"convolution", "convolution convolve computeoffsetskernel <conv1d <conv2d <conv3d <conv> "
                    "depthwise fprop dgrad wgrad "
                    "scudnn hcudnn i8816cudnn winograd implicit_gemm implicitgemm im2col col2im"},
    {"GEMV", "gemv gevm matvec"},
    {"GEMM", "gemm matmul nvjet xmma splitkreduce splitk_reduce reducesplitk cublaslt marlin "
             "machete syrk <mm> <bmm <addmm"},
    {"FFT", "fft"},
    {"RNN", "lstm <gru> <rnn"},
    {"RoPE", "<rope mrope rotary"},
    {"norm", "layernorm layer_norm rmsnorm rms_norm batchnorm batch_norm groupnorm group_norm "
             "instancenorm instance_norm <bn_fw <bn_bw <ln_fwd <ln_bwd gammabeta rowwisemoments "
             "welford l2norm <qk_norm qknorm normalize add_norm"},
    {"loss", "nll_loss cross_entropy crossentropy <ctc <loss>"},
    {"softmax", "softmax"},
    {"activation",
     "act_and_mul activation silu gelu swiglu geglu <relu swish sigmoid <tanh softplus"},
    {"quantisation", "quant <cvt_fp convert_fp8 scaled_fp8 scaled_fp4"},
    {"optimizer", "<adam <sgd optimizer"},
    {"resampling", "upsampl downsampl interpolat grid_sample <resize"},
    {"pooling", "max_pool maxpool avg_pool avgpool pooling adaptive_average"},
    {"sampling", "sampl topk top_k <topp <top_p argmax multinomial beam_ beamsearch <logit penalt"},
    {"sort", "sort radix bitonic"},
    {"scan", "<scan cumsum cumprod prefixsum prefix_sum"},
    {"gather-scatter",
     "gather scatter embed index_elementwise index_select indexselect index_put index_copy "
     "index_add index_kernel indexing_backward indexfunc masked_select nonzero "
     "deviceselect devicecompact one_hot"},
    {"random", "distribution_ curand philox <rand generate_seed dropout bernoulli"},
    {"reduction", "reduce reduction <dot_kernel <asum <nrm2 histogram cupy_sum cupy_mean cupy_var "
                  "cupy_prod cupy_amax cupy_amin <argmin"},
    {"fill",
     "fill memset <zero arange elementwise_kernel_with_index set_value setvalue array_value"},
    {"copy",
     "copy catarray <concat transpose permute nchwtonhwc nhwctonchw reformat <convert <roll_"},
    {"elementwise",
     "elementwise pointwise vectorized_ multi_tensor_apply ^cupy_ <axpy <saxpy __transform "
     "__parallel_for transform_kernel"},
    {"fusion", "^nvfuser fusion ^__myl"},
    {"GEMM", "cutlass"},
    {"attention", "flash"},
};

constexpr FamilyWords kFunctors[] = {
    {"sampling", "argmaxops"},
    {"optimizer", "<adam <sgd lambfunctor"},
    {"reduction", "lpnorm"},
    {"random", "dropout bernoulli"},
    {"fill", "fillfunctor zero_functor"},
    {"copy", "copy_kernel_cuda <copy<"},
    {"quantisation", "quantize"},
    {"activation",
     "gelu silu sigmoid tanh hardswish threshold_kernel <relu softplus <mish_ <elu_ <glu_"},
};

constexpr FamilyWords kInductor[] = {
    {"softmax", "softmax"},
    {"norm", "layer_norm batch_norm group_norm rms_norm"},
    {"loss", "nll_loss cross_entropy"},
    {"sampling", "argmax <topk>"},
    {"sort", "sort"},
    {"scan", "cumsum"},
    {"gather-scatter", "embedding <index> <gather> <scatter"},
    {"random", "dropout"},
    {"activation", "silu gelu sigmoid <relu> <tanh>"},
    {"pooling", "avg_pool max_pool"},
};

bool isAnyLetter(char c)
{
    return std::isalpha(static_cast<unsigned char>(c)) != 0;
}

bool isUpper(char c)
{
    return c >= 'A' && c <= 'Z';
}

/// Does a word of the name end or begin before its character `at`?
bool isWordBorder(std::string_view name, std::size_t at)
{
    if (at == 0 || at >= name.size())
        return true;
    const char before = name[at - 1];
    const char after = name[at];
    if (!isAnyLetter(before) && !text::isDigit(before))
        return true;
    if (!isAnyLetter(after) && !text::isDigit(after))
        return true;
    return text::isDigit(before) != text::isDigit(after) || (!isUpper(before) && isUpper(after));
}

char lowered(char c)
{
    return isUpper(c) ? static_cast<char>(c - 'A' + 'a') : c;
}

bool sameAt(std::string_view name, std::size_t at, std::string_view word)
{
    for (std::size_t i = 0; i < word.size(); ++i)
        if (lowered(name[at + i]) != lowered(word[i]))
            return false;
    return true;
}

bool holds(std::string_view name, std::string_view word)
{
    const bool first = word.starts_with('^');
    const bool begins = word.starts_with('<');
    const bool ends = word.ends_with('>');
    if (first || begins)
        word.remove_prefix(1);
    if (ends)
        word.remove_suffix(1);
    for (std::size_t at = 0; at + word.size() <= name.size(); ++at) {
        if (sameAt(name, at, word) && (!begins || isWordBorder(name, at))
            && (!ends || isWordBorder(name, at + word.size())))
            return true;
        if (first)
            return false;
    }
    return false;
}

} // namespace

std::span<const FamilyWords> familyWords()
{
    return kWords;
}

std::span<const FamilyWords> functorWords()
{
    return kFunctors;
}

std::span<const FamilyWords> inductorWords()
{
    return kInductor;
}

std::string_view familyIn(std::span<const FamilyWords> words, std::string_view name)
{
    for (const FamilyWords& one : words)
        for (std::string_view rest = one.words; !rest.empty();) {
            const std::size_t end = std::min(rest.find(' '), rest.size());
            if (holds(name, rest.substr(0, end)))
                return one.family;
            rest.remove_prefix(std::min(end + 1, rest.size()));
        }
    return {};
}

} // namespace nv
