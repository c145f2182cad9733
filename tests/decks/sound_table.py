"""Cards and clues as people judge them: what sounds like a card, in French nearly so too, and what does not.

Cards marked with `*` are in no deck: their sounds are worked out for the test, which Italian takes no lexicon for.
"""

ALIKE = {
    "en": """
        plain: plane  tide: tied  peak: peek pique  sole: soul  mustard: mustered  throne: thrown  brake: break
        hare: hair  steel: steal  coal: kohl  gate: gait  pier: peer  medal: meddle  muscle: mussel  maze: maize
        sword: soared  ferry: fairy  bean: been  flea: flee  steak: stake  altar: alter  boulder: bolder  mane: main
        knee: nee  colonel: kernel  foul: fowl  idol: idle  border: boarder  dough: doe  reel: real  moose: mousse
        veil: vale  cash: cache  cruise: crews  bass: base  canvas: canvass  chord: cord  cannon: canon  loop: loupe
    """,
    "fr": """
        verre: vers vert ver  ancre: encre  selle: sel celle  tente: tante  cœur: chœur  cygne: signe  poêle: poil
        pouce: pousse  poing: point  hôtel: autel  reine: renne  phare: fard  balai: ballet palais  serre: cerf
        scène: seine saine  aile: elle  pensée: panser  case: gaz casse  carreau: caro  soie: soi  toit: toi doigt
        poison: poisson  cousin: coussin  désert: dessert  poire: boire  ongle: oncle  poulet: boulet  prune: brune
        beurre: peur  grotte: crotte  bière: pierre  chaîne: gêne chêne  colle: col  veine: vaine  canne: cane
        maillot: mayo  raquette: racket  étang: étant  galerie: gallery
    """,
    "it": """
        onda: honda  lira: lyra  filo: philo  biblioteca: bibliotheca  dinamite: dynamite  cane: kane  cono: kono
        anno*: hanno  ceco*: cieco  celo*: cielo  cieli*: celi  ora*: hora  chilo*: kilo  asta*: hasta  chili*: kili
        arpa*: harpa  scienza*: scenza  superficie*: superfice  sufficiente*: sufficente  eroe*: heroe
        stile*: style  alfa*: alpha  teatro*: theatro  oscar*: oskar  foto*: photo  ionio*: jonio  hobby*: obby
    """,
}
APART = {
    "en": """
        cage: gage age  coat: goat boat  bat: bad cat  tiger: tire  mole: mold  pen: pan  peach: beach
        plank: blank  kite: kit  lamb: lamp  desert: dessert  snail: mail
        magnet: planet  cloud: clown crowd  pine: wine  pitcher: catcher  tongue: language  letter: mail latter
        silver: sliver  robin: ribbon  arrow: narrow  knee: joint  story: history  steel: still  moose: mouse
    """,
    "fr": """
        zoo: sot seau  pont: bon  faux: veau  cave: cage  montre: monstre  page: rage  loup: chien
        scène: singe  hôtel: motel  tapis: tapir  vache: tâche  cygne: ligne  chapeau: château  fête: fait  gare: guerre
        fusée: fumée  hache: tache  verre: vitre  livre: lèvre  tente: toile  poire: pomme  balai: valet  nid: oiseau
        tarte: carte  souris: sourcil  prison: poison  bouée: poupée  poudre: coudre  clou: cloud
    """,
    "it": """
        cappello: capello  fata: fatta  seta: setta sette  lotto: loto  rosa: rossa  penna: pena  pala: palla
        cassa: casa  mora: morra  sale: shale scale  cane: cani carne  vento: tento  torre: toro  carta: quarta
        pesca: pesce  cielo*: ciglio  grattacielo: cena  onda: ronda  pollo*: polo  anno*: ano  nonno: nono  leva: neva
        gallo*: callo  ponte: fonte  vela: mela  corda: gorda  faro: varo  tappo: dado  ancora: angora
    """,
}
