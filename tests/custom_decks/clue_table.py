"""Cards of people's own decks, none of them in a built-in deck, with clues to be refused | doubted | allowed (C11).

Many are the rulebooks' examples. A line is a card with its clues; what the site does not know is here, too.
"""

CLUES = {
    "en": """
break: break broke broken breaking breakage breakdown | outbreak brake | bread
horseshoe: horseshoe horseshoes | horse shoe unhorsed snowshoe | house
mouse: mice | mousetrap | moose
england: england | land | poland
row: rows rowing | | sparrow arrow
knight: knights | night | kite
goose: geese | gosling | moose
child: children | childhood grandchild | chill
write: wrote written writing writer | | white
baker: bakers bakery | | lake
tooth: teeth toothless | toothbrush | booth
sunset: sunsets | sun | season
thief: thieves | | chief
flour: | flower | floor
swim: swam swimming swimmer | | swan
leaf: leaves leafy | | loaf
""",
    "fr": """
roue: roues rouage | | route
cage: cages | gage | page
cheval: chevaux | | cheveu
œil: yeux | | ail
travail: travaux | | rail
bijou: bijoux | | bisou
pomme: pommes | pommier | pompe
chanteur: chanteurs chanteuse chanter | | enchère
lion: lions lionne | | lien
pain: pains | copain | bain
acteur: acteurs actrice | | auteur
danser: danse dansait | danseur | dent
genou: genoux | | gens
journal: journaux journaliste | | jouet
maire: maires | mer mère | mare
boulanger: boulangers boulangère boulangerie | | boule
vache: vaches vachette | | hache
neige: neiges neiger | | nage
feu: feux | | peu
gâteau: gâteaux | | gâter
vin: vins | vain | vigne
fenêtre: fenêtres | | tente
""",
    "it": """
bocca: bocche boccuccia | | baco
mano: mani | | nano
uovo: uova | nuovo | nove
dentista: dentisti dentiste | | dente
braccio: braccia bracci | abbraccio | brace
attrice: attori | attrici | trice
portafoglio: portafogli | porta foglio | polo
amico: amici amica amiche | amicizia | micio
cavaliere: cavalieri | | valle
luogo: luoghi | | lago
dito: dita ditale | | ditta
bambino: bambini | bambina bambine | bimbo
scrivere: scriveva scrivendo scritto | scrittore | schivare
lupo: lupi lupa lupacchiotto | | lusso
pesca: pesche pescatore | | peste
anno: anni | hanno | nonno
foglia: foglie | | voglia
re: | | tre
sole: | girasole | sale
ginocchio: ginocchia ginocchi | | occhio
""",
}
