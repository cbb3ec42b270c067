#include "harness/stats/distribution.hpp"

#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>

namespace hopbench::stats {

double t_quantile(double p, double df) {
    return boost::math::quantile(boost::math::students_t(df), p);
}

double t_two_sided_p(double t, double df) {
    if (std::isinf(t)) return 0;
    return 2 * boost::math::cdf(boost::math::complement(boost::math::students_t(df), std::abs(t)));
}

double normal_quantile(double p) {
    return boost::math::quantile(boost::math::normal(), p);
}

double normal_two_sided_p(double z) {
    if (std::isinf(z)) return 0;
    return 2 * boost::math::cdf(boost::math::complement(boost::math::normal(), std::abs(z)));
}

}  // namespace hopbench::stats
