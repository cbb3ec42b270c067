#include <nlohmann/json.hpp>

#include "harness/model/error.hpp"
#include "harness/report/nvbandwidth_log.hpp"
#include "harness/report/plain_text.hpp"

namespace hopbench::reporting {
namespace {

using nlohmann::json;

/// What nvbandwidth's JSON keeps of a number.
constexpr int value_digits = 6;
constexpr std::size_t quoted_width = 40;

class Document {
  public:
    Document(std::string_view text, const std::string& name) : name_(name) {
        try {
            root_ = json::parse(text);
        } catch (const json::exception&) {
            fail("the document", "is not valid JSON, or is cut");
        }
        if (!root_.is_object() || !root_.contains("nvbandwidth") ||
            !root_["nvbandwidth"].is_object())
            fail("the document", "has no object \"nvbandwidth\": it is no output of nvbandwidth");
    }
    [[nodiscard]] const json& body() const { return root_["nvbandwidth"]; }
    [[noreturn]] void fail(const std::string& place, const std::string& why) const {
        throw usage_error(name_ + ": " + place, why, nvbandwidth_remedy);
    }
    /// "" when absent; JSON numbers as their digits.
    [[nodiscard]] std::string text(const json& object, const char* field,
                                   const std::string& place) const {
        const auto found = object.find(field);
        if (found == object.end() || found->is_null()) return "";
        if (found->is_number()) return found->dump();
        if (!found->is_string()) fail(place, std::string("\"") + field + "\" is no text");
        return found->get<std::string>();
    }

  private:
    const std::string& name_;
    json root_;
};

std::optional<NvValue> read_value(const Document& document, const json& entry,
                                  const std::string& place) {
    std::optional<NvValue> value;
    const auto word = entry.is_string()   ? entry.get<std::string>()
                      : entry.is_number() ? entry.dump()
                                          : std::string();
    if (!parse_nvbandwidth_value(word, value_digits, value))
        document.fail(place, one_line(entry.dump(-1, ' ', true, json::error_handler_t::replace),
                                      quoted_width) +
                                 " is no number and no \"N/A\"");
    return value;
}

NvMatrix read_matrix(const Document& document, const json& rows, const std::string& place) {
    NvMatrix matrix;
    if (!rows.is_array()) document.fail(place, "\"bandwidth_matrix\" is no list");
    // Three matrices of a bidirectional test come as one.
    if (rows.size() > 3 * nvbandwidth_max_devices)
        document.fail(place, "\"bandwidth_matrix\" has more rows than any machine has GPUs");
    for (const auto& row : rows) {
        if (!row.is_array() || row.empty() || row.size() > nvbandwidth_max_devices)
            document.fail(place, "\"bandwidth_matrix\" has a row that is no list of numbers");
        if (!matrix.empty() && row.size() != matrix.front().size())
            document.fail(place, "\"bandwidth_matrix\" has rows of different lengths");
        auto& values = matrix.emplace_back();
        for (const auto& entry : row) values.push_back(read_value(document, entry, place));
    }
    return matrix;
}

/// A test that prints three matrices (one way, the other, both) appends them to one; description
/// and sum are those of the last.
NvMatrix last_of_three(NvMatrix matrix) {
    if (matrix.empty() || matrix.size() != 3 * matrix.front().size()) return matrix;
    return {matrix.end() - static_cast<long>(matrix.front().size()), matrix.end()};
}

NvTest read_test(const Document& document, const json& entry, const std::string& place) {
    if (!entry.is_object()) document.fail(place, "is no object");
    NvTest test{.name = document.text(entry, "name", place),
                .status = document.text(entry, "status", place),
                .description = document.text(entry, "bandwidth_description", place),
                .matrix = {},
                .place = place};
    if (test.name.empty()) document.fail(place, "has no \"name\"");
    const auto rows = entry.find("bandwidth_matrix");
    if (rows == entry.end() || rows->is_null()) return test;
    test.matrix = read_matrix(document, *rows, place);
    if (test.description.find("Total") != std::string::npos)
        test.matrix = last_of_three(std::move(test.matrix));
    if (const auto sum = entry.find("sum"); sum != entry.end() && !test.matrix.empty()) {
        // The sum is of the numbers before they were cut to six digits, and printed in full.
        const auto value = read_value(document, *sum, place);
        if (!value) document.fail(place, "\"sum\" is no number");
        if (const auto why = check_nvbandwidth_sum(test.matrix, *value); !why.empty())
            document.fail(place, why);
    }
    return test;
}

void read_devices(const Document& document, NvBandwidthLog& log) {
    const auto list = document.body().find("GPU Device list");
    if (list == document.body().end() || list->is_null()) return;
    if (!list->is_array() || list->size() > nvbandwidth_max_devices)
        document.fail("\"GPU Device list\"", "is no list of GPUs");
    for (const auto& entry : *list) {
        if (!entry.is_string()) document.fail("\"GPU Device list\"", "holds no texts");
        auto text = entry.get<std::string>();  // "0: NAME (ADDRESS): (HOST)"
        if (const auto colon = text.find(": "); colon != std::string::npos)
            text.erase(0, colon + 2);
        if (const auto host = text.rfind("): ("); host != std::string::npos) text.resize(host + 1);
        log.devices.push_back(parse_nvbandwidth_device(text));
    }
}

}  // namespace

NvBandwidthLog parse_nvbandwidth_json(std::string_view text, const std::string& name) {
    const Document document(text, name);
    const auto& body = document.body();
    NvBandwidthLog log{.version = document.text(body, "version", "the document"),
                       .driver = document.text(body, "Driver Version", "the document"),
                       .devices = {},
                       .tests = {},
                       .error = document.text(body, "error", "the document"),
                       .buffer_mebibytes = std::nullopt};
    log.small_buffer =
        document.text(body, "warning", "the document").find("buffer size") != std::string::npos;
    if (const auto size = body.find("bufferSize"); size != body.end()) {
        if (!size->is_number_unsigned() || *size == 0u || *size > (1u << 24))
            document.fail("\"bufferSize\"", "is no size in MiB");
        log.buffer_mebibytes = size->get<std::uint64_t>();
    }
    read_devices(document, log);
    const auto tests = body.find("testcases");
    if (tests != body.end() && !tests->is_array()) document.fail("\"testcases\"", "is no list");
    if (tests != body.end())
        for (std::size_t i = 0; i < tests->size(); ++i)
            log.tests.push_back(
                read_test(document, (*tests)[i], "testcases[" + std::to_string(i) + "]"));
    return log;
}

}  // namespace hopbench::reporting
