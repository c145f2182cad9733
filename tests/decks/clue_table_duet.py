"""Pairs of a card of the English Duet deck and clues for it, judged as those of `clue_table`."""

REFUSED = """
acid: acidic
race: racing
flush: flushed
shelf: shelves shelving
orbit: orbiting orbital
colony: colonies colonist
miracle: miraculous
parliament: parliamentary
sailor: sail sailing
plumber: plumbing
printer: print
lighter: light
burglar: burglary
detective: detect
nomad: nomadic
sneeze: sneezing
sweep: swept
spoke: spokes
roast: roasted
glitter: glittery
wasp: waspish
moss: mossy
syrup: syrupy
athens: Athenian
jamaica: Jamaican
siberia: Siberian
vienna: Viennese
husky: huskies
canary: canaries
wrestler: wrestling
diary: diarist
curse: cursed
formula: formulae
academy: academic
saint: saintly
mayor: mayoral
widow: widower widowers
election: elect elected
jury: juror
digit: digital
autumn: autumnal
drawer: draw
hacker: hacked
pilgrim: pilgrimage
split: splitting
lodge: lodging
baron: baroness
cylinder: cylindrical
crest: crested
shuffle: shuffled
flare: flaring
pulse: pulsing
devil: devilish
idol: idolize
tape: taped taping
fortune: fortunate
gallery: galleries
bronze: bronzed
waltz: waltzing
vinegar: vinegary
lullaby: lullabies
slot: slotting
secret: secretly
wrench: wrenched
tourist: touring
falcon: falconer
"""

DOUBTFUL = """
knee: kneel kneecap
race: racehorse
label: relabel
eyebrow: eye brow
jackpot: jack pot
headline: head line
keyboard: key board
waterloo: water
yacht: yachtsman
coconut: nut
surgeon: surgery surgical
martian: mars
emperor: empire empress
siege: besieged
hay: haystack
lamp: lampshade
wrist: wristwatch
jaw: jawbone lockjaw
shelf: bookshelf
flame: flamethrower inflame
snare: ensnare
cage: uncaged
acid: antacid
cash: cashback
lawn: lawnmower
hound: greyhound
lark: skylark
submarine: marine
birthday: birth day
motor: motorway
infinity: infinite
moth: mothball
spoke: speak
uncle: granduncle
crust: encrusted
runway: way
cocktail: cock tail
barge: bargeman
plaster: plasterboard
throat: sorethroat
cannon: cannonball
trench: entrenched
thorn: hawthorn
formula: formulating
pixel: megapixel
beaver: beaverton
"""

ALLOWED = """
orbit: obit
fleet: fleeting
fang: fan
moth: mother
moose: mouse
chin: china machine
wig: twig
pike: spike
rook: rookie
jury: injury
limb: climb
moat: oat
plank: plankton
cash: cashew
comma: command
mayor: mayonnaise
barge: bargain
mango: man
hamlet: omelette
cannon: canon canny
palette: pallet
pluto: plutonium
colony: colonel
font: fountain
mane: main
glitter: litter
tile: reptile
cuff: scuff
grain: migraine
dump: dumpling
league: colleague
plaque: plague
poodle: noodle
lance: lancaster
moss: mosque
sap: soap
clam: acclaim
fortune: fortuitous
altar: alter
curse: cursive
motor: mother
bargain: gain
riot: patriots
bluff: blush
athens: athena
rook: chess bird
python: snake language
bonnet: hat engine
jersey: cow shirt
lance: knight
comma: pause
saucer: cup flying
pluto: planet dog
limb: arm branch
quarry: stone prey
hermit: crab alone
spoke: wheel
"""
