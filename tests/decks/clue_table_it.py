"""Pairs of a card and clues for it in Italian, judged by hand after the rulebooks: what the site should say of each.

Refused: an equal word, a form of it (C2), or what it explains by itself: *libreria*, which is for books. Doubtful: a
part, a compound, another relative (C3). Allowed: meaning alone, or letters shared by chance (C4), of which the site may
say that it noticed them. A card with `*` is in no deck.
The tables whose name begins with HELD were written after the notes by hand, and nothing was changed in those for them.
"""

REFUSED = """
bocca*: bocca bocche boccuccia boccaglio boccalone bocchetta
familiare*: familiari famigliare
mano*: mani
uovo*: uova
grattacielo: grattacieli
gatto: gatti gatta gattino Gattini gattone
cane: cani cagna cagnolino
leone: leonessa leoncino
lupo: lupi lupa lupetto
cavallo: cavalli cavalla cavallino
libro: libri libretto libreria
letto: letti lettino
braccio: braccia
dito: dita
ginocchio: ginocchia
osso: ossa ossi
muro: mura
caffè: caffe CAFFÈ
fungo: funghi
banco: banchi
camicia: camicie camicetta
arancia: arance
ciliegia: ciliegie
orologio: orologi orologiaio
specchio: specchi specchietto
attore: attrice attori
pittore: pittrice
principe: principessa
campione: campionessa
dentista*: dentisti
pirata: pirati piratesco
martello: martellare martellata
pesca: pesche pescatore
calcio: calciatore calci
fiore: fiori fioraio fiorellino
forno: fornaio
barca: barche barchetta
casco: caschi
strega: streghe stregone
vulcano: vulcanico
veleno: velenoso
pioggia: piogge
neve: nevicata nevoso
sale: salato
zucchero: zuccherino
burattino: burattinaio
chitarra: chitarrista
giornale: giornalista
stella: stellato
ladro: ladri ladruncolo
fumetto: fumettista
tromba: trombettista
spada: spadaccino
sapone: saponetta
naso: nasone
asino: asinello
scimmia: scimmietta
segreto: segretamente
avvocato: avvocatessa
sindaco: sindaci sindaca
fico: fichi
occhiali: occhiale
forbici: forbice
acido: acidi acidità
bronzo: bronzeo
lacrima: lacrimare
turista: turistico
conte: conti
tigre: tigri tigrotto
zanzara: zanzariera
scatola: scatolone
cappello: cappellino cappellaio
semaforo: semafori
valigia: valigie
coltello: coltellata
nuvola: nuvoloso
sabbia: sabbioso
gesso: gessetto
freccia: frecce
tamburo: tamburino
duello: duellare
"""

DOUBTFUL = """
grattacielo: cielo grattarsi grattugia
girasole: sole girare
portafoglio: foglio porta
passaporto: porto passare
sottomarino: marino sotto
quadrifoglio: foglio trifoglio
francobollo: bollo
salvadanaio: salvare
paracadute: caduta
terremoto: terra moto
capo: capolavoro capogiro capitano
vite: acquavite cacciavite
piano: pianoforte pianista
vento: paravento
luna: mezzaluna lunedì
mappa: mappamondo
cane: pescecane
noce: nocciola schiaccianoci
neve: bucaneve biancaneve
letto: leggere
riso: ridere sorriso risata
corso: correre corsa
morso: mordere
giudice: giudizio giudicare
carta: cartone cartolina cartella
catena: incatenare
medaglia: medaglione
campana: campanile campanello
lampada: lampadina
bersaglio: bersagliere
barca: imbarcare
strada: autostrada
bandiera: portabandiera
prova: provetta
treno: capotreno
tempo: passatempo
occhiali: occhio
testata: testa
manette: mano
ombrello: ombra ombrellone
tavola: tavolo
segno: disegno
corona: incoronare coronavirus
vetrina: vetro
marea: mare
punto: puntura puntata
fiore: cavolfiore
balena: balenottera
cannone: canna
ferro: ferrovia
guardia: guardiano
fiume: lungofiume
gamba: sgambetto
vapore: vaporetto
penna: pennarello
scala: scalinata
scuola: doposcuola
passo: passaggio
ponte: pontile
chiave: portachiavi
cenere: posacenere cenerentola
filo: filobus
"""

ALLOWED = """
posizione*: zio
inghilterra*: terra
anno*: hanno
risponda*: posta
asse*: x
limone*: lime
nave: pesca
noce: pesca
ragno: otto
lama: monaco lamento
tacco: tacchino
burro: burrone
merlo: merluzzo
pulce: pulcino
lampo: lampone
torre: torrone torrente
lima: limone
bottone: botte
mattone: matto
colpo: colpa
cane: canestro canale
rana: frana
vite: vita invito
ramo: rame
pesca: pesce
penna: pena
pala: palazzo
palma: palmo
mosca: moscato
toro: tesoro
lana: collana
spina: spinaci
sale: salire
collo: collina
rosa: prosa
mago: magro
cassa: casa cassata
nota: notte
dado: dardo
polo: popolo
boa: boato
lira: delirio
cono: economia
fata: fatale
seta: sete
menta: mente mentire
fuga: fungo
miele: mele
leva: levriero
albero: ombra nido
calcio: rigore
luna: notte
pollice: polline
cera: sincero
boccia: bocca
pappagallo: gallo
tappo: tappeto
tappeto: tappo
cavallo: cavolo
zucca: zucchero
pizza: pizzo
amaro: amare
verso: versare
pacco: Pacci
gola: golf
molla: mollica
vespa: vespro
cigno: ciglio
corvo: curvo
pinna: penna
vena: avena
trono: tuono
polso: impulso
muffa: tuffo
cotone: cotoletta
tasca: frasca
naufrago: fragola
"""

HELD_REFUSED = """
spugna: spugne spugnoso
balena: baleniera
bandiera: bandierine
castello: castellano
nonno: nonna nonnina
cuoco: cuoca
serpente: serpenti serpentello
fantasma: fantasmi
candela: candeline
muscolo: muscoloso
orecchio: orecchie
telefono: telefonare telefonata
multa: multare
farmacia: farmacista
pupazzo: pupazzetto
goccia: gocciolina
petrolio: petroliera
"""

HELD_DOUBTFUL = """
rosa: rosario
bottiglia: imbottigliare
cuore: batticuore
calcio: calciomercato
secchio: secchione
pepe: peperone
cavallo: cavalletta
vento: ventaglio
nuvola: annuvolato
braccio: abbraccio
fungo: funghicoltura
pioggia: spiovente
ferro: ferroviere
nodo: annodato
titolo: sottotitolo
mobile: automobile
tetto: senzatetto
chiodo: inchiodare
"""

HELD_ALLOWED = """
gru: grugno
uva: uovo
pozzo: pazzo
tenda: tendenza
pila: pilota
zebra: zecca
balena: balera
duello: budello
miccia: micio
lago: lagna
freno: fieno
scatola: scarola
moneta: monito
candela: candore
merlo: perla
fiasco: fisco
toppa: topo
coda: codardo
castello: cestello
"""
