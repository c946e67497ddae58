// The basis of well-known passwords: words at the top of published lists of leaked passwords,
// without the digits and signs that people add to them.

const listed = `
password passwort passwd motdepasse contraseña contrasena parola senha salasana wachtwoord heslo haslo losenord
kennwort passcode passphrase mypassword yourpassword letmein openup opensesame sesame welcome bienvenue
willkommen benvenuto bienvenido hello hallo bonjour changeme change changeit default temporary temp secret geheim
secreto segreto topsecret private access accesso login logon signin admin administrator administrador root superuser
sysadmin system manager operator curator master guest user username test tester testing tests demo sample example
qwerty qwertz azerty asdf asdfgh zxcvb zxcvbn qazwsx qweasd qweasdzxc iloveyou loveyou iloveme loveme lovely
lovers forever together sweetheart darling honey princess prince angel angels babygirl babyboy cutie hottie pretty
beautiful gorgeous flower flowers butterfly rainbow sunshine sunflower sunday monday tuesday wednesday thursday friday
saturday january february march april june july august september october november december spring summer autumn
winter monkey dragon tiger tigers eagle eagles lion panther falcon cowboys cowboy dolphin dolphins horses 
kitty hellokitty kitten puppy doggy snoopy garfield scooby buster bailey cookie cookies chocolate banana bananas
cheese pepper ginger peanut orange apple cherry strawberry pumpkin sugar coffee whiskey corona football soccer
baseball basketball hockey tennis golfer runner arsenal chelsea liverpool manchester barcelona realmadrid juventus
bayern lakers yankees redsox steelers packers raiders rangers superman batman spiderman pokemon pikachu naruto
starwars startrek matrix gandalf hobbit harrypotter merlin wizard zelda mario sonic minecraft fortnite playstation
nintendo computer internet windows microsoft google facebook instagram youtube linkedin twitter samsung iphone
android nokia server database network security hacker hunter ranger killer knight warrior ninja samurai
shadow phantom phoenix thunder lightning storm hammer silver golden diamond jewel purple yellow black white green
blue freedom liberty america american canada england london paris berlin germany france italia italy espana mexico
brasil brazil india china russia austin dallas boston chicago newyork california florida texas jesus christ jesuschrist
godisgood blessed blessing heaven church faith trustno trustnoone nothing whatever anything something jordan michael
michelle jessica ashley amanda jennifer daniel andrew andrea anthony charlie charles thomas robert joshua matthew
nicole nicolas george william richard patrick alexander alexandra alexis maggie samantha hannah sophie sophia victoria
elizabeth barbara maria mariana marina martin martina jasmine justin brandon taylor steven stephanie vanessa veronica
natasha natalie melissa heather danielle christina christine caroline carolina carlos claudia isabella gabriel gabriela
ferrari porsche mercedes corvette mustang harley yamaha honda suzuki toyota maverick chevrolet metallica nirvana
slipknot blink eminem tupac beatles rockstar rocknroll guitar music dancer dance fuckyou fuckoff asshole
mommy daddy mother father family brother sister friend friends bestfriend school student
teacher college business company office work money dollar lucky lucky7 winner success genius creative number numberone
abcdef abcabc abcd aaaaaa thisis myname iam correcthorsebatterystaple tobeornottobe maytheforcebewithyou
thequickbrownfox loremipsum
`;

/** Lists the words, in lower case and without blanks. */
export const commonPasswords: readonly string[] = [...new Set(listed.trim().split(/\s+/))];

/** Lists rows of keyboards, along which fingers run. */
export const keyboardRows: readonly string[] = [
	'qwertyuiop[]',
	'asdfghjkl;',
	'zxcvbnm,./',
	'qwertzuiopü+',
	'asdfghjklöä#',
	'yxcvbnm,.-',
	'azertyuiop',
	'qsdfghjklm',
	'wxcvbn,;:!',
	'1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik,9ol.0p;/',
	'qazwsxedcrfvtgbyhnujmikolp',
	'1q2w3e4r5t6y7u8i9o0p',
	'q1w2e3r4t5y6u7i8o9p0',
	'!@#$%^&*()_+',
	'йцукенгшщзхъ',
	'фывапролджэ',
	'ячсмитьбю',
];

/** Lists what is counted off. */
export const countedOff: readonly string[] = ['01234567890', 'abcdefghijklmnopqrstuvwxyz'];
