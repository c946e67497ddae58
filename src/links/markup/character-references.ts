// Resolves HTML's character references, such as &amp; and &#x3b1;, which records of the field hold
// in their texts.

/**
 * Resolves references, named and numeric, also where they were escaped again (`&amp;lt;`), as feeds
 * do that pass text on. One that names no character stays as it is. Linear in the text's length.
 */
export function resolveReferences(text: string): string {
	let resolved = text.replace(ampersands, '&');
	for (let pass = 0; pass < mostPasses; pass++) {
		const before = resolved;
		resolved = before.replace(reference, resolve);
		if (resolved === before) break;
	}
	return resolved;
}

/** A reference whose own ampersand is a reference is resolved as often; by & alone, any number. */
const mostPasses = 3;
const ampersands = /&(?:amp;)+/gi;
const reference = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z][a-z\d]{1,24}));/gi;

function resolve(written: string, decimal?: string, hexadecimal?: string, name?: string): string {
	if (name !== undefined) return namedCharacters.get(name) ?? written;
	const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal);
	const windows = windows1252[code - 0x80];
	if (windows !== undefined) return windows;
	const isText = code > 0x9f || (code >= 0x20 && code < 0x7f) || whiteSpace.has(code);
	const isCharacter = isText && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
	return isCharacter ? String.fromCodePoint(code) : written;
}

const whiteSpace: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0d]);

// HTML reads the codes from 128 to 159 as Windows' characters (HTML Standard, numeric character
// reference end state), since those are what was meant. A hyphen stands for none.
const windows1252: readonly (string | undefined)[] = Array.from('€-‚ƒ„…†‡ˆ‰Š‹Œ-Ž--‘’“”•–—˜™š›œ-žŸ', (character) =>
	character === '-' ? undefined : character,
);

// Those of HTML 4, and those of ISO's sets for publishing that journals use.
const visible = `
quot "  amp &  lt <  gt >  iexcl ¡  cent ¢  pound £  curren ¤  yen ¥  brvbar ¦  sect §  uml ¨
copy ©  ordf ª  laquo «  not ¬  reg ®  macr ¯  deg °  plusmn ±  sup2 ²  sup3 ³  acute ´  micro µ
para ¶  middot ·  cedil ¸  sup1 ¹  ordm º  raquo »  frac14 ¼  frac12 ½  frac34 ¾  iquest ¿
Agrave À  Aacute Á  Acirc Â  Atilde Ã  Auml Ä  Aring Å  AElig Æ  Ccedil Ç  Egrave È  Eacute É
Ecirc Ê  Euml Ë  Igrave Ì  Iacute Í  Icirc Î  Iuml Ï  ETH Ð  Ntilde Ñ  Ograve Ò  Oacute Ó
Ocirc Ô  Otilde Õ  Ouml Ö  times ×  Oslash Ø  Ugrave Ù  Uacute Ú  Ucirc Û  Uuml Ü  Yacute Ý
THORN Þ  szlig ß  agrave à  aacute á  acirc â  atilde ã  auml ä  aring å  aelig æ  ccedil ç
egrave è  eacute é  ecirc ê  euml ë  igrave ì  iacute í  icirc î  iuml ï  eth ð  ntilde ñ
ograve ò  oacute ó  ocirc ô  otilde õ  ouml ö  divide ÷  oslash ø  ugrave ù  uacute ú  ucirc û
uuml ü  yacute ý  thorn þ  yuml ÿ  OElig Œ  oelig œ  Scaron Š  scaron š  Yuml Ÿ  fnof ƒ  circ ˆ
tilde ˜  Alpha Α  Beta Β  Gamma Γ  Delta Δ  Epsilon Ε  Zeta Ζ  Eta Η  Theta Θ  Iota Ι  Kappa Κ
Lambda Λ  Mu Μ  Nu Ν  Xi Ξ  Omicron Ο  Pi Π  Rho Ρ  Sigma Σ  Tau Τ  Upsilon Υ  Phi Φ  Chi Χ
Psi Ψ  Omega Ω  alpha α  beta β  gamma γ  delta δ  epsilon ε  zeta ζ  eta η  theta θ  iota ι
kappa κ  lambda λ  mu μ  nu ν  xi ξ  omicron ο  pi π  rho ρ  sigmaf ς  sigma σ  tau τ  upsilon υ
phi φ  chi χ  psi ψ  omega ω  thetasym ϑ  upsih ϒ  piv ϖ  ndash –  mdash —  lsquo ‘  rsquo ’
sbquo ‚  ldquo “  rdquo ”  bdquo „  dagger †  Dagger ‡  bull •  hellip …  permil ‰  prime ′
Prime ″  lsaquo ‹  rsaquo ›  oline ‾  frasl ⁄  euro €  image ℑ  weierp ℘  real ℜ  trade ™
alefsym ℵ  larr ←  uarr ↑  rarr →  darr ↓  harr ↔  crarr ↵  lArr ⇐  uArr ⇑  rArr ⇒  dArr ⇓
hArr ⇔  forall ∀  part ∂  exist ∃  empty ∅  nabla ∇  isin ∈  notin ∉  ni ∋  prod ∏  sum ∑
minus −  lowast ∗  radic √  prop ∝  infin ∞  ang ∠  and ∧  or ∨  cap ∩  cup ∪  int ∫  there4 ∴
sim ∼  cong ≅  asymp ≈  ne ≠  equiv ≡  le ≤  ge ≥  sub ⊂  sup ⊃  nsub ⊄  sube ⊆  supe ⊇  oplus ⊕
otimes ⊗  perp ⊥  sdot ⋅  lceil ⌈  rceil ⌉  lfloor ⌊  rfloor ⌋  lang ⟨  rang ⟩  loz ◊  spades ♠
clubs ♣  hearts ♥  diams ♦  apos '  hyphen ‐  dash ‐  horbar ―  lowbar _  num #  percnt %  ast *
lsqb [  rsqb ]  lbrack [  rbrack ]  lpar (  rpar )  plus +  equals =  excl !  quest ?  colon :
semi ;  comma ,  period .  sol /  bsol \\  commat @  dollar $  lcub {  rcub }  lbrace {  rbrace }
vert |  verbar |  grave \`  Hat ^  AMP &  LT <  GT >  QUOT "  leq ≤  geq ≥  les ⩽  ges ⩾  lsim ≲
gsim ≳  ll ≪  gg ≫  approx ≈  simeq ≃  thickapprox ≈  thksim ∼  lesssim ≲  gtrsim ≳  pm ±  mp ∓
half ½  bullet •  mldr …  centerdot ·  cir ○  star ☆  starf ★  phone ☎  female ♀  male ♂
check ✓  cross ✗  sharp ♯  flat ♭  natural ♮  ell ℓ  hbar ℏ  planck ℏ  planckh ℎ  inodot ı
imath ı  jmath ȷ  fflig ﬀ  ffilig ﬃ  ffllig ﬄ  filig ﬁ  fllig ﬂ  epsi ε  epsiv ϵ  varepsilon ϵ
straightepsilon ϵ  phiv ϕ  varphi ϕ  straightphi ϕ  thetav ϑ  vartheta ϑ  rhov ϱ  varrho ϱ
sigmav ς  varsigma ς  kappav ϰ  varkappa ϰ  gammad ϝ  digamma ϝ  ohm Ω  mho ℧  angst Å
setminus ∖  emptyset ∅  varnothing ∅  propto ∝  vprop ∝  Vert ‖  parallel ∥  square □  squ □
rightarrow →  leftarrow ←  longrightarrow ⟶  LongRightArrow ⟶  map ↦  langle ⟨  rangle ⟩
ltimes ⋉  rtimes ⋊  compfn ∘  Abreve Ă  abreve ă  Amacr Ā  amacr ā  Aogon Ą  aogon ą  Cacute Ć
cacute ć  Ccaron Č  ccaron č  Ccirc Ĉ  ccirc ĉ  Cdot Ċ  cdot ċ  Dcaron Ď  dcaron ď  Dstrok Đ
dstrok đ  Ecaron Ě  ecaron ě  Edot Ė  edot ė  Emacr Ē  emacr ē  Eogon Ę  eogon ę  Gbreve Ğ
gbreve ğ  Gcedil Ģ  Gcirc Ĝ  gcirc ĝ  Gdot Ġ  gdot ġ  Hcirc Ĥ  hcirc ĥ  Hstrok Ħ  hstrok ħ
Idot İ  Imacr Ī  imacr ī  Iogon Į  iogon į  Itilde Ĩ  itilde ĩ  Jcirc Ĵ  jcirc ĵ  Kcedil Ķ
kcedil ķ  Lacute Ĺ  lacute ĺ  Lcaron Ľ  lcaron ľ  Lcedil Ļ  lcedil ļ  Lstrok Ł  lstrok ł
Nacute Ń  nacute ń  Ncaron Ň  ncaron ň  Ncedil Ņ  ncedil ņ  Odblac Ő  odblac ő  Omacr Ō  omacr ō
Racute Ŕ  racute ŕ  Rcaron Ř  rcaron ř  Rcedil Ŗ  rcedil ŗ  Sacute Ś  sacute ś  Scedil Ş
scedil ş  Scirc Ŝ  scirc ŝ  Tcaron Ť  tcaron ť  Tcedil Ţ  tcedil ţ  Tstrok Ŧ  tstrok ŧ  Ubreve Ŭ
ubreve ŭ  Udblac Ű  udblac ű  Umacr Ū  umacr ū  Uogon Ų  uogon ų  Uring Ů  uring ů  Utilde Ũ
utilde ũ  Wcirc Ŵ  wcirc ŵ  Ycirc Ŷ  ycirc ŷ  Zacute Ź  zacute ź  Zcaron Ž  zcaron ž  Zdot Ż
zdot ż  ENG Ŋ  eng ŋ  gacute ǵ  kgreen ĸ
`;
const invisible: Readonly<Record<string, string>> = {
	nbsp: '\u00a0',
	shy: '\u00ad',
	ensp: '\u2002',
	emsp: '\u2003',
	thinsp: '\u2009',
	zwnj: '\u200c',
	zwj: '\u200d',
	lrm: '\u200e',
	rlm: '\u200f',
	emsp13: '\u2004',
	emsp14: '\u2005',
	numsp: '\u2007',
	puncsp: '\u2008',
	hairsp: '\u200a',
	NonBreakingSpace: '\u00a0',
	NewLine: '\u000a',
	Tab: '\u0009',
};
const pairs = visible.trim().split(/\s+/);

/** Gives a character by its name, in the letter case that HTML has it in. */
const namedCharacters: ReadonlyMap<string, string> = new Map([
	...Object.entries(invisible),
	...pairs.flatMap((name, at) => (at % 2 === 0 ? [[name, pairs[at + 1] as string] as const] : [])),
]);
