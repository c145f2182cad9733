"""Pairs of a French card and clues for it, judged by hand after the rulebooks: what the site should say of each.

Refused: an equal word or a certain form (C2). Doubtful: a part, a compound, a relative, or a form of another word that
is spelled alike (C3). Allowed: meaning alone, or letters shared by chance (C4), of which the site may say that it
noticed them. A card with `*` is in no deck. The notes by hand were written after the first three tables, and without a
look at the last three.
"""

REFUSED = """
roue*: roue roues rouage
chanteur*: chanteuse chanter
cheval*: chevaux
œil*: yeux
travail*: travaux
bijou*: bijoux
lion*: lionne
pomme*: pommier pommes
avocat: Avocat avocats avocate l'avocat
glace: glaces glacer glaçon glacial
pêche: peche pêcher pêcheur
mousse: mousser mousseux
journal: journaux journaliste
canal: canaux
château: châteaux
marteau: marteaux marteler
chou-fleur: chou-fleur choux-fleurs choufleur
arc-en-ciel: arcs-en-ciel
cow-boy: cow-boys cowboy
boulanger: boulangère boulangerie
coiffeur: coiffeuse coiffure
plongeur: plonger plongeon
chasseur: chasse chasser
juge: jugement juger
jardin: jardinier jardinage
citron: citronnier
banane: bananier
cerise: cerisier
poire: poirier
olive: olivier
marron: marronnier
colle: coller collage
douche: doucher
peigne: peigner
masque: masqué
clou: clouer
scie: scierie
balai: balayer
neige: neiger neigeux
volcan: volcanique
lune: lunaire
étoile: étoilé
nuage: nuageux
poivre: poivrer
sucre: sucrerie
fromage: fromager
école: écolier
pirate: piraterie
sorcière: sorcier
magicien: magicienne
princesse: prince
géant: géante
loup: louve
serpent: serpenter
signature: signer
pilote: pilotage
frein: freiner
parfum: parfumerie
bosse: bossu
barbe: barbu
piano: pianiste
montre: montrer
pensée: penser
défilé: défiler
sifflet: siffler
veuve: veuf
squelette: squelettique
étincelle: étinceler
cascade: cascadeur
téléphone: téléphoner
grève: gréviste
chef: cheffe
nœud: noeuds
"""

DOUBTFUL = """
rouage*: roue
chanteur*: enchanter
portefeuille*: feuille
aéroport*: port
pied*: trépied
chou-fleur: chou fleur
arc-en-ciel: arc ciel
feuille: portefeuille millefeuille chèvrefeuille
parapluie: pluie
parachute: chute
autoroute: route
passeport: port
printemps: temps
minuit: nuit
neige: enneigé déneiger
chaîne: enchaîner déchaîner
cadre: encadrer
sable: ensabler
masque: démasquer
coiffeur: décoiffer
bouton: déboutonner
colle: décoller autocollant
soleil: ensoleillé solaire
lune: alunir
école: scolaire
peinture: peintre
mémoire: mémorable
cœur: écœurer
genou: agenouiller
langue: linguiste
hôpital: hospitaliser
dentiste: dent dentaire
aimant: aimer
livre: livrer
tente: tenter
souris: sourire
volant: voler
courant: courir
portable: porter
brouillard: brouiller
oreiller: oreille
gorge: égorger
ventre: éventrer
chevalier: cheval
poussière: dépoussiérer
bourse: rembourser
poing: empoigner
sabot: sabotage
"""

ALLOWED = """
cage*: gage
porc*: port
orage*: courage
pain*: copain
mer*: merci
chat*: château achat
ours*: course
lion*: million
riz*: horizon
main*: demain
glace: place miroir
pêche: dépêche abricot
avocat: vocation tribunal
grue: gruyère
pile: pilote
lime: limite
rame: drame
loup: loupe
mouche: moustache
bière: lumière
livre: ivre givre
vache: cravache
carte: écarter
rose: arroser
argent: sergent
balle*: ballerine
bande: sarabande
poste: riposte
page: équipage
ligne: cligner
perle: superlatif
robe: microbe
selle: vaisselle
cadre: escadre
grenade: Grenoble
chouette: pirouette
noyau: noyade
prune: emprunter
palais: palace palourde
bureau: bourreau
tasse: entasser
plage: plagiat
cercle: couvercle
banque: banquise banquet
école: écologie
coffre: gaufre
pavé: pavot
lustre: illustre
veste: investir
boucle: bouclier
reine: reins
lapin: carotte
chaîne: chêne
étang: étanche
"""

HELD_OUT_REFUSED = """
requin: requins
rideau: rideaux
chameau: chamelle
fourmi: fourmilière
vampire: vampirisme
facteur: factrice
guitare: guitariste
ski: skieur
fée: féerique
toit: toiture
piège: piéger
épaule: épauler
crème: crémeux
viking: vikings
"""

HELD_OUT_DOUBTFUL = """
langue: bilingue
forêt: forestier
voile: dévoiler
fenêtre: défenestrer
plume: déplumer
racine: déraciner
branche: débrancher
barrage: barre
nerf: énerver
prison: emprisonner
boussole: déboussolé
bouche*: embouchure
vase: transvaser
"""

HELD_OUT_ALLOWED = """
cygne: signe
cerveau: cerf
pouce: pousse
sirène: sirop
corbeau: corbeille
canal: canaille
cabane: cabaret
moulin: moule
rayon: crayon
savon: savoir
pont: ponte
radio: radis
marteau: martien
"""
