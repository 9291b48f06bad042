//! base 0.1.0
package 'SignalChain'
  model 'SignalChain' "An integrator behind connectors, some of which turn the sign; angles of two names at a stop"
    Real 'integrator.y';
    Real 'integrator.u';
    Real 'gain.u'(start = -2.0);
    Real 'gain.y';
    Real 'invert.u';
    Real 'invert.y';
    Real 'out.u';
    Real 'out.speed';
    Real 'offset.y';
    Real 'count'(start = 0.0, fixed = true);
    parameter Real 'offset.k' = 3.0;
  equation
    der('integrator.y') = 'integrator.u';
    'gain.u' + 'integrator.y' = 0.0;
    'gain.y' = 2.0 * 'gain.u';
    'invert.u' = 'gain.y';
    'invert.y' = -'invert.u';
    'out.u' = 'invert.y';
    'out.speed' = der('out.u');
    'offset.y' = 'out.u' + 'offset.k';
    'integrator.u' = -0.5 * 'out.u';
    der('count') = 0.0;
    when 'offset.y' < 4.0 then
      reinit('gain.u', -2.0);
      reinit('count', pre('count') + 1.0);
    end when;
    annotation(experiment(StartTime = 0.0, StopTime = 2.0, Tolerance = 1e-06));
  end 'SignalChain';
end 'SignalChain';
// y' = -y from 2; set to 2 again whenever 2 y falls to 1: at ln 4. At t = 2: 2 exp(-(2 - ln 4)).
//: --rtol 1e-11
//: 'integrator.y' = 1.08268226589290 +- 1e-9
//: 'gain.u' = -1.08268226589290 +- 1e-9
//: 'out.u' = 2.16536453178580 +- 1e-9
//: 'out.speed' = -2.16536453178580 +- 1e-9
//: 'count' = 1
//: coordinates = 3
//: dof = 2
