// Functions that exported models call and do not contain: Modelica.Media.Water, by the Industrial Formulation 1997.
// Tables and numbers of equations: IAPWS R7-97(2012). Regions 1, 2 and 4 (below 623.15 K) are complete; region 3 is solved by
// Newton's iteration; region 5 (above 1073.15 K) is refused.
// SPDX-License-Identifier: BSD-3-Clause
package Library
  record 'Modelica.Media.Common.GibbsDerivs'
    Real 'p';
    Real 'T';
    Real 'R_s';
    Real 'pi';
    Real 'tau';
    Real 'g';
    Real 'gpi';
    Real 'gpipi';
    Real 'gtau';
    Real 'gtautau';
    Real 'gtaupi';
  end 'Modelica.Media.Common.GibbsDerivs';

  record 'Modelica.Media.Common.HelmholtzDerivs'
    Real 'd';
    Real 'T';
    Real 'R_s';
    Real 'delta';
    Real 'tau';
    Real 'f';
    Real 'fdelta';
    Real 'fdeltadelta';
    Real 'ftau';
    Real 'ftautau';
    Real 'fdeltatau';
  end 'Modelica.Media.Common.HelmholtzDerivs';

  record 'Modelica.Media.Common.PhaseBoundaryProperties'
    Real 'd';
    Real 'h';
    Real 'u';
    Real 's';
    Real 'cp';
    Real 'cv';
    Real 'pt';
    Real 'pd';
  end 'Modelica.Media.Common.PhaseBoundaryProperties';

  function 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.g1' "free enthalpy of region 1 and its derivatives (7)"
    input Real p;
    input Real T;
    output 'Modelica.Media.Common.GibbsDerivs' g;
  protected
    constant Integer I[34] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 8, 8, 21, 23, 29,
      30, 31, 32};
    constant Integer J[34] = {-2, -1, 0, 1, 2, 3, 4, 5, -9, -7, -1, 0, 1, 3, -3, 0, 1, 3, 17, -4, 0, 6, -5, -2, 10, -8, -11,
      -6, -29, -31, -38, -39, -40, -41};
    constant Real n[34] = {0.14632971213167, -0.84548187169114, -0.37563603672040e1, 0.33855169168385e1, -0.95791963387872,
      0.15772038513228, -0.16616417199501e-1, 0.81214629983568e-3, 0.28319080123804e-3, -0.60706301565874e-3,
      -0.18990068218419e-1, -0.32529748770505e-1, -0.21841717175414e-1, -0.52838357969930e-4, -0.47184321073267e-3,
      -0.30001780793026e-3, 0.47661393906987e-4, -0.44141845330846e-5, -0.72694996297594e-15, -0.31679644845054e-4,
      -0.28270797985312e-5, -0.85205128120103e-9, -0.22425281908000e-5, -0.65171222895601e-6, -0.14341729937924e-12,
      -0.40516996860117e-6, -0.12734301741641e-8, -0.17424871230634e-9, -0.68762131295531e-18, 0.14478307828521e-19,
      0.26335781662795e-22, -0.11947622640071e-22, 0.18228094581404e-23, -0.93537087292458e-25};
    Real x;
    Real y;
  algorithm
    g.'p' := p;
    g.'T' := T;
    g.'R_s' := 461.526;
    g.'pi' := p/16.53e6;
    g.'tau' := 1386/T;
    x := 7.1 - g.'pi';
    y := g.'tau' - 1.222;
    g.'g' := 0;
    g.'gpi' := 0;
    g.'gpipi' := 0;
    g.'gtau' := 0;
    g.'gtautau' := 0;
    g.'gtaupi' := 0;
    for k in 1:34 loop
      g.'g' := g.'g' + n[k]*x^I[k]*y^J[k];
      if I[k] > 0 then
        g.'gpi' := g.'gpi' - n[k]*I[k]*x^(I[k] - 1)*y^J[k];
      end if;
      if I[k] > 1 then
        g.'gpipi' := g.'gpipi' + n[k]*I[k]*(I[k] - 1)*x^(I[k] - 2)*y^J[k];
      end if;
      if J[k] <> 0 then
        g.'gtau' := g.'gtau' + n[k]*J[k]*x^I[k]*y^(J[k] - 1);
      end if;
      if J[k] <> 0 and J[k] <> 1 then
        g.'gtautau' := g.'gtautau' + n[k]*J[k]*(J[k] - 1)*x^I[k]*y^(J[k] - 2);
      end if;
      if I[k] > 0 and J[k] <> 0 then
        g.'gtaupi' := g.'gtaupi' - n[k]*I[k]*J[k]*x^(I[k] - 1)*y^(J[k] - 1);
      end if;
    end for;
  end 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.g1';

  function 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.g2' "free enthalpy of region 2 and its derivatives (15)"
    input Real p;
    input Real T;
    input Boolean checkLimits = true;
    output 'Modelica.Media.Common.GibbsDerivs' g;
  protected
    constant Integer J0[9] = {0, 1, -5, -4, -3, -2, -1, 2, 3};
    constant Real n0[9] = {-0.96927686500217e1, 0.10086655968018e2, -0.56087911283020e-2, 0.71452738081455e-1,
      -0.40710498223928, 0.14240819171444e1, -0.43839511319450e1, -0.28408632460772, 0.21268463753307e-1};
    constant Integer I[43] = {1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 4, 4, 4, 5, 6, 6, 6, 7, 7, 7, 8, 8, 9, 10, 10, 10,
      16, 16, 18, 20, 20, 20, 21, 22, 23, 24, 24, 24};
    constant Integer J[43] = {0, 1, 2, 3, 6, 1, 2, 4, 7, 36, 0, 1, 3, 6, 35, 1, 2, 3, 7, 3, 16, 35, 0, 11, 25, 8, 36, 13, 4,
      10, 14, 29, 50, 57, 20, 35, 48, 21, 53, 39, 26, 40, 58};
    constant Real n[43] = {-0.17731742473213e-2, -0.17834862292358e-1, -0.45996013696365e-1, -0.57581259083432e-1,
      -0.50325278727930e-1, -0.33032641670203e-4, -0.18948987516315e-3, -0.39392777243355e-2, -0.43797295650573e-1,
      -0.26674547914087e-4, 0.20481737692309e-7, 0.43870667284435e-6, -0.32277677238570e-4, -0.15033924542148e-2,
      -0.40668253562649e-1, -0.78847309559367e-9, 0.12790717852285e-7, 0.48225372718507e-6, 0.22922076337661e-5,
      -0.16714766451061e-10, -0.21171472321355e-2, -0.23895741934104e2, -0.59059564324270e-17, -0.12621808899101e-5,
      -0.38946842435739e-1, 0.11256211360459e-10, -0.82311340897998e1, 0.19809712802088e-7, 0.10406965210174e-18,
      -0.10234747095929e-12, -0.10018179379511e-8, -0.80882908646985e-10, 0.10693031879409, -0.33662250574171,
      0.89185845355421e-24, 0.30629316876232e-12, -0.42002467698208e-5, -0.59056029685639e-25, 0.37826947613457e-5,
      -0.12768608934681e-14, 0.73087610595061e-28, 0.55414715350778e-16, -0.94369707241210e-6};
    Real y;
  algorithm
    g.'p' := p;
    g.'T' := T;
    g.'R_s' := 461.526;
    g.'pi' := p/1e6;
    g.'tau' := 540/T;
    y := g.'tau' - 0.5;
    g.'g' := log(g.'pi');
    g.'gpi' := 1/g.'pi';
    g.'gpipi' := -1/g.'pi'^2;
    g.'gtau' := 0;
    g.'gtautau' := 0;
    g.'gtaupi' := 0;
    for k in 1:9 loop
      g.'g' := g.'g' + n0[k]*g.'tau'^J0[k];
      if J0[k] <> 0 then
        g.'gtau' := g.'gtau' + n0[k]*J0[k]*g.'tau'^(J0[k] - 1);
      end if;
      if J0[k] <> 0 and J0[k] <> 1 then
        g.'gtautau' := g.'gtautau' + n0[k]*J0[k]*(J0[k] - 1)*g.'tau'^(J0[k] - 2);
      end if;
    end for;
    for k in 1:43 loop
      g.'g' := g.'g' + n[k]*g.'pi'^I[k]*y^J[k];
      g.'gpi' := g.'gpi' + n[k]*I[k]*g.'pi'^(I[k] - 1)*y^J[k];
      if I[k] > 1 then
        g.'gpipi' := g.'gpipi' + n[k]*I[k]*(I[k] - 1)*g.'pi'^(I[k] - 2)*y^J[k];
      end if;
      if J[k] > 0 then
        g.'gtau' := g.'gtau' + n[k]*J[k]*g.'pi'^I[k]*y^(J[k] - 1);
        g.'gtaupi' := g.'gtaupi' + n[k]*I[k]*J[k]*g.'pi'^(I[k] - 1)*y^(J[k] - 1);
      end if;
      if J[k] > 1 then
        g.'gtautau' := g.'gtautau' + n[k]*J[k]*(J[k] - 1)*g.'pi'^I[k]*y^(J[k] - 2);
      end if;
    end for;
  end 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.g2';

  function 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.f3' "free energy of region 3 and its derivatives (28)"
    input Real d;
    input Real T;
    output 'Modelica.Media.Common.HelmholtzDerivs' f;
  protected
    constant Real n1 = 0.10658070028513e1;
    constant Integer I[39] = {0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 6, 6, 6,
      7, 8, 9, 9, 10, 10, 11};
    constant Integer J[39] = {0, 1, 2, 7, 10, 12, 23, 2, 6, 15, 17, 0, 2, 6, 7, 22, 26, 0, 2, 4, 16, 26, 0, 2, 4, 26, 1, 3,
      26, 0, 2, 26, 2, 26, 2, 26, 0, 1, 26};
    constant Real n[39] = {-0.15732845290239e2, 0.20944396974307e2, -0.76867707878716e1, 0.26185947787954e1,
      -0.28080781148620e1, 0.12053369696517e1, -0.84566812812502e-2, -0.12654315477714e1, -0.11524407806681e1,
      0.88521043984318, -0.64207765181607, 0.38493460186671, -0.85214708824206, 0.48972281541877e1, -0.30502617256965e1,
      0.39420536879154e-1, 0.12558408424308, -0.27999329698710, 0.13899799569460e1, -0.20189915023570e1,
      -0.82147637173963e-2, -0.47596035734923, 0.43984074473500e-1, -0.44476435428739, 0.90572070719733, 0.70522450087967,
      0.10770512626332, -0.32913623258954, -0.50871062041158, -0.22175400873096e-1, 0.94260751665092e-1, 0.16436278447961,
      -0.13503372241348e-1, -0.14834345352472e-1, 0.57922953628084e-3, 0.32308904703711e-2, 0.80964802996215e-4,
      -0.16557679795037e-3, -0.44923899061815e-4};
  algorithm
    f.'d' := d;
    f.'T' := T;
    f.'R_s' := 461.526;
    f.'delta' := d/322;
    f.'tau' := 647.096/T;
    f.'f' := n1*log(f.'delta');
    f.'fdelta' := n1/f.'delta';
    f.'fdeltadelta' := -n1/f.'delta'^2;
    f.'ftau' := 0;
    f.'ftautau' := 0;
    f.'fdeltatau' := 0;
    for k in 1:39 loop
      f.'f' := f.'f' + n[k]*f.'delta'^I[k]*f.'tau'^J[k];
      if I[k] > 0 then
        f.'fdelta' := f.'fdelta' + n[k]*I[k]*f.'delta'^(I[k] - 1)*f.'tau'^J[k];
      end if;
      if I[k] > 1 then
        f.'fdeltadelta' := f.'fdeltadelta' + n[k]*I[k]*(I[k] - 1)*f.'delta'^(I[k] - 2)*f.'tau'^J[k];
      end if;
      if J[k] > 0 then
        f.'ftau' := f.'ftau' + n[k]*J[k]*f.'delta'^I[k]*f.'tau'^(J[k] - 1);
      end if;
      if J[k] > 1 then
        f.'ftautau' := f.'ftautau' + n[k]*J[k]*(J[k] - 1)*f.'delta'^I[k]*f.'tau'^(J[k] - 2);
      end if;
      if I[k] > 0 and J[k] > 0 then
        f.'fdeltatau' := f.'fdeltatau' + n[k]*I[k]*J[k]*f.'delta'^(I[k] - 1)*f.'tau'^(J[k] - 1);
      end if;
    end for;
  end 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.f3';

  function 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.g5' "region 5 is not contained"
    input Real p;
    input Real T;
    output 'Modelica.Media.Common.GibbsDerivs' g;
  algorithm
    assert(false, "steam above 1073.15 K (region 5 of IF97) is not contained");
    g := 'Modelica.Media.Common.GibbsDerivs'(p, T, 461.526, p/1e6, 1000/T, 0, 1, -1, 1, -1, 0);
  end 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.g5';

  function 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Inverses.tofph5' "region 5 is not contained"
    input Real p;
    input Real h;
    input Real reldh;
    output Real T;
    output Integer error;
  algorithm
    assert(false, "steam above 1073.15 K (region 5 of IF97) is not contained");
    T := 1500;
    error := 1;
  end 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Inverses.tofph5';

  function 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.tph1' "temperature of region 1 (11)"
    input Real p;
    input Real h;
    output Real T;
  protected
    constant Integer I[20] = {0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 2, 2, 3, 3, 4, 5, 6};
    constant Integer J[20] = {0, 1, 2, 6, 22, 32, 0, 1, 2, 3, 4, 10, 32, 10, 32, 10, 32, 32, 32, 32};
    constant Real n[20] = {-0.23872489924521e3, 0.40421188637945e3, 0.11349746881718e3, -0.58457616048039e1,
      -0.15285482413140e-3, -0.10866707695377e-5, -0.13391744872602e2, 0.43211039183559e2, -0.54010067170506e2,
      0.30535892203916e2, -0.65964749423638e1, 0.93965400878363e-2, 0.11573647505340e-6, -0.25858641282073e-4,
      -0.40644363084799e-8, 0.66456186191635e-7, 0.80670734103027e-10, -0.93477771213947e-12, 0.58265442020601e-14,
      -0.15020185953503e-16};
    Real x;
    Real y;
  algorithm
    x := p/1e6;
    y := h/2500e3 + 1;
    T := sum(n[k]*x^I[k]*y^J[k] for k in 1:20);
  end 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.tph1';

  function 'Involute.Water.tph2a' "temperature of region 2a (22)"
    input Real p;
    input Real h;
    output Real T;
  protected
    constant Integer I[34] = {0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 4, 4, 4, 5, 5, 5, 6,
      6, 7};
    constant Integer J[34] = {0, 1, 2, 3, 7, 20, 0, 1, 2, 3, 7, 9, 11, 18, 44, 0, 2, 7, 36, 38, 40, 42, 44, 24, 44, 12, 32,
      44, 32, 36, 42, 34, 44, 28};
    constant Real n[34] = {0.10898952318288e4, 0.84951654495535e3, -0.10781748091826e3, 0.33153654801263e2,
      -0.74232016790248e1, 0.11765048724356e2, 0.18445749355790e1, -0.41792700549624e1, 0.62478196935812e1,
      -0.17344563108114e2, -0.20058176862096e3, 0.27196065473796e3, -0.45511318285818e3, 0.30919688604755e4,
      0.25226640357872e6, -0.61707422868339e-2, -0.31078046629583, 0.11670873077107e2, 0.12812798404046e9,
      -0.98554909623276e9, 0.28224546973002e10, -0.35948971410703e10, 0.17227349913197e10, -0.13551334240775e5,
      0.12848734664650e8, 0.13865724283226e1, 0.23598832556514e6, -0.13105236545054e8, 0.73999835474766e4,
      -0.55196697030060e6, 0.37154085996233e7, 0.19127729239660e5, -0.41535164835634e6, -0.62459855192507e2};
    Real x;
    Real y;
  algorithm
    x := p/1e6;
    y := h/2000e3 - 2.1;
    T := sum(n[k]*x^I[k]*y^J[k] for k in 1:34);
  end 'Involute.Water.tph2a';

  function 'Involute.Water.tph2b' "temperature of region 2b (23)"
    input Real p;
    input Real h;
    output Real T;
  protected
    constant Integer I[38] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 5, 5,
      5, 6, 7, 7, 9, 9};
    constant Integer J[38] = {0, 1, 2, 12, 18, 24, 28, 40, 0, 2, 6, 12, 18, 24, 28, 40, 2, 8, 18, 40, 1, 2, 12, 24, 2, 12,
      18, 24, 28, 40, 18, 24, 40, 28, 2, 28, 1, 40};
    constant Real n[38] = {0.14895041079516e4, 0.74307798314034e3, -0.97708318797837e2, 0.24742464705674e1,
      -0.63281320016026, 0.11385952129658e1, -0.47811863648625, 0.85208123431544e-2, 0.93747147377932, 0.33593118604916e1,
      0.33809355601454e1, 0.16844539671904, 0.73875745236695, -0.47128737436186, 0.15020273139707, -0.21764114219750e-2,
      -0.21810755324761e-1, -0.10829784403677, -0.46333324635812e-1, 0.71280351959551e-4, 0.11032831789999e-3,
      0.18955248387902e-3, 0.30891541160537e-2, 0.13555504554949e-2, 0.28640237477456e-6, -0.10779857357512e-4,
      -0.76462712454814e-4, 0.14052392818316e-4, -0.31083814331434e-4, -0.10302738212103e-5, 0.28217281635040e-6,
      0.12704902271945e-5, 0.73803353468292e-7, -0.11030139238909e-7, -0.81456365207833e-13, -0.25180545682962e-10,
      -0.17565233969407e-17, 0.86934156344163e-14};
    Real x;
    Real y;
  algorithm
    x := p/1e6 - 2;
    y := h/2000e3 - 2.6;
    T := sum(n[k]*x^I[k]*y^J[k] for k in 1:38);
  end 'Involute.Water.tph2b';

  function 'Involute.Water.tph2c' "temperature of region 2c (24)"
    input Real p;
    input Real h;
    output Real T;
  protected
    constant Integer I[23] = {-7, -7, -6, -6, -5, -5, -2, -2, -1, -1, 0, 0, 1, 1, 2, 6, 6, 6, 6, 6, 6, 6, 6};
    constant Integer J[23] = {0, 4, 0, 2, 0, 2, 0, 1, 0, 2, 0, 1, 4, 8, 4, 0, 1, 4, 10, 12, 16, 20, 22};
    constant Real n[23] = {-0.32368398555242e13, 0.73263350902181e13, 0.35825089945447e12, -0.58340131851590e12,
      -0.10783068217470e11, 0.20825544563171e11, 0.61074783564516e6, 0.85977722535580e6, -0.25745723604170e5,
      0.31081088422714e5, 0.12082315865936e4, 0.48219755109255e3, 0.37966001272486e1, -0.10842984880077e2,
      -0.45364172676660e-1, 0.14559115658698e-12, 0.11261597407230e-11, -0.17804982240686e-10, 0.12324579690832e-6,
      -0.11606921130984e-5, 0.27846367088554e-4, -0.59270038474176e-3, 0.12918582991878e-2};
    Real x;
    Real y;
  algorithm
    x := p/1e6 + 25;
    y := h/2000e3 - 1.8;
    T := sum(n[k]*x^I[k]*y^J[k] for k in 1:23);
  end 'Involute.Water.tph2c';

  function 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.tph2' "temperature of region 2, of which a, b and c are parts"
    input Real p;
    input Real h;
    output Real T;
  protected
    Real y;
  algorithm
    y := h/1e3;
    T := if p < 4e6 then 'Involute.Water.tph2a'(p, h)
      else if p < 1e6*(905.84278514723 - 0.67955786399241*y + 1.2809002730136e-4*y^2) then 'Involute.Water.tph2b'(p, h)
      else 'Involute.Water.tph2c'(p, h);
  end 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.tph2';

  function 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.psat' "pressure of saturation (30)"
    input Real T;
    output Real p;
  protected
    constant Real n[10] = {0.11670521452767e4, -0.72421316703206e6, -0.17073846940092e2, 0.12020824702470e5,
      -0.32325550322333e7, 0.14915108613530e2, -0.48232657361591e4, 0.40511340542057e6, -0.23855557567849, 0.65017534844798e3};
    Real x;
    Real a;
    Real b;
    Real c;
  algorithm
    x := T + n[9]/(T - n[10]);
    a := x^2 + n[1]*x + n[2];
    b := n[3]*x^2 + n[4]*x + n[5];
    c := n[6]*x^2 + n[7]*x + n[8];
    p := 1e6*(2*c/(sqrt(b^2 - 4*a*c) - b))^4;
  end 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.psat';

  function 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.dptofT' "slope of the pressure of saturation"
    input Real T;
    output Real dpt;
  protected
    constant Real n[10] = {0.11670521452767e4, -0.72421316703206e6, -0.17073846940092e2, 0.12020824702470e5,
      -0.32325550322333e7, 0.14915108613530e2, -0.48232657361591e4, 0.40511340542057e6, -0.23855557567849, 0.65017534844798e3};
    Real x;
    Real dx;
    Real a;
    Real b;
    Real c;
    Real da;
    Real db;
    Real dc;
    Real root;
    Real y;
  algorithm
    x := T + n[9]/(T - n[10]);
    dx := 1 - n[9]/(T - n[10])^2;
    a := x^2 + n[1]*x + n[2];
    b := n[3]*x^2 + n[4]*x + n[5];
    c := n[6]*x^2 + n[7]*x + n[8];
    da := 2*x + n[1];
    db := 2*n[3]*x + n[4];
    dc := 2*n[6]*x + n[7];
    root := sqrt(b^2 - 4*a*c);
    y := 2*c/(root - b);
    dpt := 4e6*y^3*dx*(2*dc - y*((b*db - 2*(a*dc + c*da))/root - db))/(root - b);
  end 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.dptofT';

  function 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.tsat' "temperature of saturation (31)"
    input Real p;
    output Real t_sat;
  protected
    constant Real n[10] = {0.11670521452767e4, -0.72421316703206e6, -0.17073846940092e2, 0.12020824702470e5,
      -0.32325550322333e7, 0.14915108613530e2, -0.48232657361591e4, 0.40511340542057e6, -0.23855557567849, 0.65017534844798e3};
    Real x;
    Real e;
    Real f;
    Real g;
    Real d;
  algorithm
    x := (min(p, 22.064e6)/1e6)^0.25;
    e := x^2 + n[3]*x + n[6];
    f := n[1]*x^2 + n[4]*x + n[7];
    g := n[2]*x^2 + n[5]*x + n[8];
    d := -2*g/(f + sqrt(f^2 - 4*e*g));
    t_sat := (n[10] + d - sqrt((n[10] + d)^2 - 4*(n[9] + n[10]*d)))/2;
  end 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.tsat';

  function 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.dtsatofp' "slope of the temperature of saturation"
    input Real p;
    output Real dtsat;
  algorithm
    dtsat := 1/'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.dptofT'('Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.tsat'(p));
  end 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.dtsatofp';

  function 'Involute.Water.auxiliaryLiquid' "density of the boiling liquid, of IAPWS SR1-86(1992)"
    input Real T;
    output Real d;
  protected
    Real x;
  algorithm
    x := max(1 - T/647.096, 0)^(1/3);
    d := 322*(1 + 1.99274064*x + 1.09965342*x^2 - 0.510839303*x^5 - 1.75493479*x^16 - 45.5170352*x^43 - 6.74694450e5*x^110);
  end 'Involute.Water.auxiliaryLiquid';

  function 'Involute.Water.auxiliaryVapour' "density of the saturated vapour, of IAPWS SR1-86(1992)"
    input Real T;
    output Real d;
  protected
    Real x;
  algorithm
    x := max(1 - T/647.096, 0)^(1/6);
    d := 322*exp(-2.03150240*x^2 - 2.68302940*x^4 - 5.38626492*x^8 - 17.2991605*x^18 - 44.7586581*x^37 - 63.9201063*x^71);
  end 'Involute.Water.auxiliaryVapour';

  function 'Involute.Water.enthalpy1' "enthalpy of region 1"
    input Real p;
    input Real T;
    output Real h;
  protected
    'Modelica.Media.Common.GibbsDerivs' g;
  algorithm
    g := 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.g1'(p, T);
    h := 461.526*1386*g.'gtau';
  end 'Involute.Water.enthalpy1';

  function 'Involute.Water.enthalpy2' "enthalpy of region 2"
    input Real p;
    input Real T;
    output Real h;
  protected
    'Modelica.Media.Common.GibbsDerivs' g;
  algorithm
    g := 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.g2'(p, T, true);
    h := 461.526*540*g.'gtau';
  end 'Involute.Water.enthalpy2';

  function 'Involute.Water.enthalpy3' "enthalpy of region 3"
    input Real d;
    input Real T;
    output Real h;
  protected
    'Modelica.Media.Common.HelmholtzDerivs' f;
  algorithm
    f := 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.f3'(d, T);
    h := 461.526*T*(f.'tau'*f.'ftau' + f.'delta'*f.'fdelta');
  end 'Involute.Water.enthalpy3';

  function 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Regions.rhol_p_R4b' "density of the boiling liquid above 623.15 K"
    input Real p;
    output Real dl;
  algorithm
    dl := 'Involute.Water.auxiliaryLiquid'('Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.tsat'(p));
  end 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Regions.rhol_p_R4b';

  function 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Regions.hl_p_R4b' "enthalpy of the boiling liquid above 623.15 K"
    input Real p;
    output Real h;
  protected
    Real T;
  algorithm
    T := 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.tsat'(p);
    h := 'Involute.Water.enthalpy3'('Involute.Water.auxiliaryLiquid'(T), T);
  end 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Regions.hl_p_R4b';

  function 'Modelica.Media.Water.IF97_Utilities.hl_p' "enthalpy of the boiling liquid"
    input Real p;
    output Real h;
  algorithm
    h := if p < 16.5292e6 then 'Involute.Water.enthalpy1'(p, 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.tsat'(p))
      else 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Regions.hl_p_R4b'(min(p, 22.064e6));
  end 'Modelica.Media.Water.IF97_Utilities.hl_p';

  function 'Modelica.Media.Water.IF97_Utilities.rhol_T' "density of the boiling liquid"
    input Real T;
    output Real d;
  protected
    'Modelica.Media.Common.GibbsDerivs' g;
    Real p;
  algorithm
    p := 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.psat'(min(T, 623.15));
    g := 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.g1'(p, min(T, 623.15));
    d := if T < 623.15 then p/(461.526*T*g.'pi'*g.'gpi') else 'Involute.Water.auxiliaryLiquid'(T);
  end 'Modelica.Media.Water.IF97_Utilities.rhol_T';

  function 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Regions.rhov_p_R4b' "density of the saturated vapour above 623.15 K"
    input Real p;
    output Real dv;
  algorithm
    dv := 'Involute.Water.auxiliaryVapour'('Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.tsat'(p));
  end 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Regions.rhov_p_R4b';

  function 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Regions.hv_p_R4b' "enthalpy of the saturated vapour above 623.15 K"
    input Real p;
    output Real h;
  protected
    Real T;
  algorithm
    T := 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.tsat'(p);
    h := 'Involute.Water.enthalpy3'('Involute.Water.auxiliaryVapour'(T), T);
  end 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Regions.hv_p_R4b';

  function 'Modelica.Media.Water.IF97_Utilities.hv_p' "enthalpy of the saturated vapour"
    input Real p;
    output Real h;
  algorithm
    h := if p < 16.5292e6 then 'Involute.Water.enthalpy2'(p, 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.tsat'(p))
      else 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Regions.hv_p_R4b'(min(p, 22.064e6));
  end 'Modelica.Media.Water.IF97_Utilities.hv_p';

  function 'Modelica.Media.Water.IF97_Utilities.rhov_T' "density of the saturated vapour"
    input Real T;
    output Real d;
  protected
    'Modelica.Media.Common.GibbsDerivs' g;
    Real p;
  algorithm
    p := 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.psat'(min(T, 623.15));
    g := 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.g2'(p, min(T, 623.15), true);
    d := if T < 623.15 then p/(461.526*T*g.'pi'*g.'gpi') else 'Involute.Water.auxiliaryVapour'(T);
  end 'Modelica.Media.Water.IF97_Utilities.rhov_T';

  function 'Involute.Water.boundary23' "temperature between regions 2 and 3 (6)"
    input Real p;
    output Real T;
  algorithm
    T := 572.54459862746 + sqrt(max(p/1e6 - 13.918839778870, 0)/1.0192970039326e-3);
  end 'Involute.Water.boundary23';

  function 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Regions.region_pT' "the region of p and T"
    input Real p;
    input Real T;
    input Integer mode = 0;
    output Integer region;
  algorithm
    region := if mode <> 0 then mode
      else if T > 1073.15 then 5
      else if T <= 623.15 then (if p > 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.psat'(min(T, 623.15)) then 1 else 2)
      else if T < 863.15 and T < 'Involute.Water.boundary23'(p) then 3
      else 2;
  end 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Regions.region_pT';

  function 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Regions.region_ph' "the region of p and h"
    input Real p;
    input Real h;
    input Integer phase = 0;
    input Integer mode = 0;
    output Integer region;
  protected
    Real liquid;
    Real vapour;
    Real middle;
    Boolean is_wet;
  algorithm
    liquid := 'Modelica.Media.Water.IF97_Utilities.hl_p'(p);
    vapour := 'Modelica.Media.Water.IF97_Utilities.hv_p'(p);
    middle := (liquid + vapour)/2;
    is_wet := p < 22.064e6 and h > liquid and h < vapour;
    region := if mode <> 0 then mode
      else if phase == 2 or phase == 0 and is_wet then 4
      else if h > 'Involute.Water.enthalpy2'(p, 1073.15) then 5
      else if p < 16.5292e6 then (if h < middle then 1 else 2)
      else if h < 'Involute.Water.enthalpy1'(p, 623.15) then 1
      else if h < 'Involute.Water.enthalpy2'(p, 'Involute.Water.boundary23'(p)) then 3
      else 2;
  end 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Regions.region_ph';

  function 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Inverses.dofpt3' "density of region 3, by Newton's iteration"
    input Real p;
    input Real T;
    input Real delp;
    output Real d;
    output Integer error;
  protected
    'Modelica.Media.Common.HelmholtzDerivs' f;
    Real rest;
    Integer count;
  algorithm
    d := if T < 647.096 and p < 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.psat'(min(T, 647.096)) then 0.9*'Involute.Water.auxiliaryVapour'(T)
      else if T < 647.096 then 1.1*'Involute.Water.auxiliaryLiquid'(T) else 322*(p/22.064e6)^0.7;
    rest := 1;
    count := 0;
    while abs(rest) > 1e-12 and count < 50 loop
      f := 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.f3'(d, T);
      rest := (461.526*T*d*f.'delta'*f.'fdelta' - p)/p;
      d := max(d - min(max(rest*p/(461.526*T*f.'delta'*(2*f.'fdelta' + f.'delta'*f.'fdeltadelta')), -50), 50), 50);
      count := count + 1;
    end while;
    error := if count < 50 then 0 else 1;
  end 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Inverses.dofpt3';

  function 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Inverses.dtofph3' "density and temperature of region 3, by Newton's iteration"
    input Real p;
    input Real h;
    input Real delp;
    input Real delh;
    output Real d;
    output Real T;
    output Integer error;
  protected
    'Modelica.Media.Common.HelmholtzDerivs' f;
    Real r;
    Real q;
    Real pd;
    Real pt;
    Real hd;
    Real ht;
    Real det;
    Integer count;
  algorithm
    d := if h < 2087.5e3 then 500 else 200;
    T := if h < 2087.5e3 then 640 else 660;
    r := 1;
    q := 1;
    count := 0;
    while abs(r) + abs(q) > 1e-12 and count < 60 loop
      f := 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.f3'(d, T);
      r := (461.526*T*d*f.'delta'*f.'fdelta' - p)/p;
      q := (461.526*T*(f.'tau'*f.'ftau' + f.'delta'*f.'fdelta') - h)/h;
      pd := 461.526*T*f.'delta'*(2*f.'fdelta' + f.'delta'*f.'fdeltadelta')/p;
      pt := 461.526*d*f.'delta'*(f.'fdelta' - f.'tau'*f.'fdeltatau')/p;
      hd := 461.526*T/d*(f.'tau'*f.'delta'*f.'fdeltatau' + f.'delta'*f.'fdelta' + f.'delta'^2*f.'fdeltadelta')/h;
      ht := 461.526*(-f.'tau'^2*f.'ftautau' + f.'delta'*f.'fdelta' - f.'delta'*f.'tau'*f.'fdeltatau')/h;
      det := pd*ht - pt*hd;
      d := max(d - min(max((r*ht - q*pt)/det, -60), 60), 50);
      T := max(T - min(max((q*pd - r*hd)/det, -20), 20), 600);
      count := count + 1;
    end while;
    error := if count < 60 then 0 else 1;
  end 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Inverses.dtofph3';

  function 'Modelica.Media.Common.gibbsToBoundaryProps' "properties from the free enthalpy"
    input 'Modelica.Media.Common.GibbsDerivs' g;
    output 'Modelica.Media.Common.PhaseBoundaryProperties' sat;
  protected
    Real v;
  algorithm
    v := g.'R_s'*g.'T'*g.'pi'*g.'gpi'/g.'p';
    sat.'d' := 1/v;
    sat.'h' := g.'R_s'*g.'T'*g.'tau'*g.'gtau';
    sat.'u' := sat.'h' - g.'p'*v;
    sat.'s' := g.'R_s'*(g.'tau'*g.'gtau' - g.'g');
    sat.'cp' := -g.'R_s'*g.'tau'^2*g.'gtautau';
    sat.'cv' := sat.'cp' + g.'R_s'*(g.'gpi' - g.'tau'*g.'gtaupi')^2/g.'gpipi';
    sat.'pt' := -g.'p'/g.'T'*(g.'gpi' - g.'tau'*g.'gtaupi')/(g.'gpipi'*g.'pi');
    sat.'pd' := -g.'R_s'*g.'T'*g.'gpi'^2/g.'gpipi';
  end 'Modelica.Media.Common.gibbsToBoundaryProps';

  function 'Modelica.Media.Common.helmholtzToBoundaryProps' "properties from the free energy"
    input 'Modelica.Media.Common.HelmholtzDerivs' f;
    output 'Modelica.Media.Common.PhaseBoundaryProperties' sat;
  algorithm
    sat.'d' := f.'d';
    sat.'u' := f.'R_s'*f.'T'*f.'tau'*f.'ftau';
    sat.'h' := sat.'u' + f.'R_s'*f.'T'*f.'delta'*f.'fdelta';
    sat.'s' := f.'R_s'*(f.'tau'*f.'ftau' - f.'f');
    sat.'cv' := -f.'R_s'*f.'tau'^2*f.'ftautau';
    sat.'pt' := f.'R_s'*f.'d'*f.'delta'*(f.'fdelta' - f.'tau'*f.'fdeltatau');
    sat.'pd' := f.'R_s'*f.'T'*f.'delta'*(2*f.'fdelta' + f.'delta'*f.'fdeltadelta');
    sat.'cp' := sat.'cv' + f.'T'*sat.'pt'^2/(f.'d'^2*sat.'pd');
  end 'Modelica.Media.Common.helmholtzToBoundaryProps';

  function 'Modelica.Media.Common.cv2Phase' "heat capacity of a wet mixture at constant volume"
    input 'Modelica.Media.Common.PhaseBoundaryProperties' liq;
    input 'Modelica.Media.Common.PhaseBoundaryProperties' vap;
    input Real x;
    input Real T;
    input Real p;
    output Real cv;
  protected
    Real slope;
    Real dvl;
    Real dvv;
    Real dul;
    Real duv;
    Real dx;
  algorithm
    // Along the boiling curve and the dew curve: dv = -dd/d^2 with dp = pd dd + pt dT, and du = cv dT + (T pt - p) dv.
    slope := if vap.'d' <> liq.'d' then (vap.'s' - liq.'s')*liq.'d'*vap.'d'/(liq.'d' - vap.'d') else 0;
    dvl := (liq.'pt' - slope)/(liq.'pd'*liq.'d'^2);
    dvv := (vap.'pt' - slope)/(vap.'pd'*vap.'d'^2);
    dul := liq.'cv' + (T*liq.'pt' - p)*dvl;
    duv := vap.'cv' + (T*vap.'pt' - p)*dvv;
    dx := if vap.'d' <> liq.'d' then -(dvl + x*(dvv - dvl))/(1/vap.'d' - 1/liq.'d') else 0;
    cv := dul + x*(duv - dul) + dx*(vap.'u' - liq.'u');
  end 'Modelica.Media.Common.cv2Phase';

  function 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Transport.visc_dTp' "dynamic viscosity, by the formulation of 1985"
    input Real d;
    input Real T;
    input Real p;
    input Integer phase = 0;
    input Boolean checkLimits = true;
    output Real eta;
  protected
    constant Real n[7, 6] = {{0.5132047, 0.3205656, 0, 0, -0.7782567, 0.1885447},
      {0.2151778, 0.7317883, 1.241044, 1.476783, 0, 0},
      {-0.2818107, -1.070786, -1.263184, 0, 0, 0},
      {0.1778064, 0.460504, 0.2340379, -0.4924179, 0, 0},
      {-0.0417661, 0, 0, 0.1600435, 0, 0},
      {0, -0.01578386, 0, 0, 0, 0},
      {0, 0, 0, -0.003629481, 0, 0}};
    Real x;
    Real y;
    Real t;
  algorithm
    t := 647.226/T;
    x := d/317.763;
    y := sum(n[j, i]*(x - 1)^(j - 1)*(t - 1)^(i - 1) for i in 1:6, j in 1:7);
    eta := 55.071e-6*sqrt(1/t)/(1 + 0.978197*t + 0.579829*t^2 - 0.202354*t^3)*exp(x*y);
  end 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Transport.visc_dTp';

end Library;
