//! base 0.1.0
package 'SampledPI'
  model 'SampledPI' "A first-order plant under a sampled PI controller with zero-order hold"
    parameter Real 'PI.samplePeriod'(unit = "s", quantity = "Time", min = 100.0 * 1e-15, start = 0.1) = 0.1 "Sample period of component";
    final parameter Real 'PI.startTime'(unit = "s", quantity = "Time") = 0.0 "First sample time instant";
    parameter Real 'PI.K' = 1.8;
    parameter Real 'PI.Ti'(unit = "s", quantity = "Time") = 0.3;
    parameter Real 'plant.k'(unit = "1") = 2.0;
    parameter Real 'plant.T'(start = 1.0, unit = "s", quantity = "Time") = 0.5;
    Real 'plant.y'(start = 0.0, fixed = true);
    Boolean 'PI.sampleTrigger' "True, if sample time instant";
    discrete Real 'PI.e'(start = 0.0, fixed = true);
    discrete Real 'PI.x'(start = 0.0, fixed = true) "Sum of the errors";
    discrete output Real 'PI.y'(start = 0.0, fixed = true);
    Integer 'PI.count'(start = 0, fixed = true);
  equation
    'PI.sampleTrigger' = sample('PI.startTime', 'PI.samplePeriod');
    when 'PI.sampleTrigger' then
      'PI.e' = 1.0 - 'plant.y';
      'PI.x' = pre('PI.x') + 'PI.samplePeriod' / 'PI.Ti' * 'PI.e';
      'PI.y' = 'PI.K' * ('PI.e' + 'PI.x');
      'PI.count' = pre('PI.count') + 1;
    end when;
    'plant.T' * der('plant.y') = 'plant.k' * 'PI.y' - 'plant.y';
    annotation(experiment(StartTime = 0.0, StopTime = 1.05, Interval = 0.01));
  end 'SampledPI';
end 'SampledPI';
// The recursion y = k u + (y - k u) exp(-Ts/T) from sample to sample, the first at t = 0.
//: --rtol 1e-10
//: 'plant.y' = 1.00640712506790 +- 1e-9
//: 'PI.x' = 0.284128853564849 +- 1e-9
//: 'PI.y' = 0.497885679318591 +- 1e-9
//: 'PI.count' = 11 +- 0
