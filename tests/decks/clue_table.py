"""Pairs of a card and clues for it, judged by hand after the rulebooks: what the site should say of each.

Refused: an equal word or a certain form (C2). Doubtful: a part, a compound, a relative (C3). Allowed: meaning alone, or
letters shared by chance (C4), of which the site may say that it noticed them. A card with `*` is in no deck.
"""

REFUSED = """
break*: break breaks broke broken breaking breakage breakdown
horseshoe*: horseshoe horseshoes
mouse*: mice
cave: cave Caves caving
leaf: leaves leafy leafless
goose: geese
hide: hidden hid hiding hideout
spring: sprang sprung springs
swallow: swallowed swallowing
baby: babies
wolf: wolves wolfish
baker: baking bakery bake
pitcher: pitch pitching
brazil: brazilian Brazilians
paris: Parisian
pirate: piracy
frost: frosty frosting
magnet: magnetic magnetism
storm: stormy
bank: banker banking
volcano: volcanic volcanoes
wire: wireless wired
judge: judgment judgement
library: librarian
dentist: dentistry
cactus: cacti
scarf: scarves
oasis: oases
antenna: antennae
tide: tidal
rebel: rebellion
safe: safety safest
wizard: wizardry
bat: batted
crab: crabs
trumpet: trumpeter
jar: jarred
echo: echoes
ski: skiing skier
skate: skater
dream: dreamt
gum: gummy
sleeve: sleeveless
silk: silken
milk: milky
new*: newer newest newly
"""

DOUBTFUL = """
horseshoe*: horse shoe unhorsed snowshoe
shoe*: snowshoe horseshoe
thunder: thunderstorm thunderbolt
jelly: jellyfish
spoon: teaspoon tablespoon
butter: butterfly buttercup
bat: batman
rainbow: rain bow
pancake: pan cake
cowboy: cow boy
midnight: night
wheel: wheelchair
bridge: drawbridge
milk: milkshake
coat: raincoat
bone: backbone
hail: hailstorm
cup: cupboard teacup
globe: global
venice: Venetian
muscle: muscular
memory: memorial
prince: princess
safe: unsafe
frost: defrost
patient: patience
virus: viral
galaxy: galactic
gear: headgear
story: storybook
tip: tiptoe
mask: unmask
circus: circle
fox: foxhole
wax: earwax
pen: playpen
comb: honeycomb
page: homepage
goose: gooseberry
mermaid: maid
raven: ravenous
postman*: post man
"""

ALLOWED = """
england*: land island
row*: sparrow arrow
mail*: snail
scale*: snail
knight*: night
bass: base fish guitar
hare: hair rabbit harness
number*: numb
universe*: university
host: hostage hotel
page: pageant
tin: tiny metal
compass: compassion
desert: dessert Egypt
ram*: program
wand: wander magic
pen: penny happen ink
tent: content camping
ferry: fry boat ferris
arch: archer archive
cape: caper escape
coal: coalition
fuse: confuse refuse
palm: tree hand
bee*: beetle
mint: minute money
match: fire tennis
trunk: elephant car
seal: sea ocean
jar: ajar jargon
ski: skin sky skies
hive: archive bees
rush: brush
lace: place
ivy: privy
raft: craft
peak: speak
nile: juvenile niles
dart: dartmoor
apron: apricot
polish*: pole
corn*: corner
ear*: bear
police*: policy
organ*: organize
new*: news newt
news*: new
even*: evening event
evening*: even
inn*: inning innings
wick*: wicked
rug*: rugged
see*: seed
her*: herring
pud*: pudding
morn*: morning
mother*: moth
sac*: sacred
cove*: cover
pin*: pine pining
hop*: hope hoping
rat*: rate rating
car*: care caring carpet
bus*: business busy
hat*: hatred hated
tap*: tapir
fin*: fine final
win*: window wine
ward*: warden awkward
ham*: hammer shame
chap*: chapel
rag*: rage raging rugged
must*: mustard musty
son*: song sonic
jag*: jagged
sham*: shame shaming
can*: cane candle
cot*: cotton
oat*: oath
spa*: spade
"""
