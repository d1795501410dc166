"""Function words of the languages read, by language code.

Words of negation are not among them: dropping one would turn a sentence round.
"""

from __future__ import annotations

_LISTS = {
    "en": (
        "a about above after again all also although am among an and any are as at be because "
        "been before being below between both but by can could did do does doing down during "
        "each either else etc for from further had has have having he hence her here hers "
        "herself him himself his how however i if in into is it its itself just let like many "
        "may me might mine more most much must my myself of off on once one only onto or other "
        "our ours ourselves out over own per quite rather s same shall she should since so some "
        "such than that the their theirs them themselves then there therefore these they this "
        "those though through thus to too under until up upon us very via was we were what when "
        "where whether which while who whom whose why will with within would yet you your yours "
        "yourself according according"
    ),
    "de": (
        "aber alle allem allen aller alles als also am an auch auf aus bei beim bin bis bist da "
        "damit dann das dass dazu dein deine dem den denn der des dich die dies diese diesem "
        "diesen dieser dieses dir doch dort du durch ein eine einem einen einer eines er es "
        "etwa etwas euch euer für gegen hab habe haben hat hatte hatten hier hin hinter ich ihm "
        "ihn ihnen ihr ihre ihrem ihren ihrer ihres im in ins ist ja je jede jedem jeden jeder "
        "jedes jetzt kann können man mehr mein meine mich mir mit muss müssen nach noch nun nur "
        "ob oder ohne sehr sein seine seinem seinen seiner seines selbst sich sie sind so soll "
        "sollen sondern sonst sowie über um und uns unser unter vom von vor war waren warst was "
        "weil welche welcher wenn werde werden wie wieder will wir wird wo wurde wurden während "
        "zu zum zur zwar zwischen"
    ),
    "fr": (
        "à afin ai ainsi alors après as au aucun aussi autre aux avait avant avec avoir car ce "
        "ceci cela celle celles celui ces cet cette ceux chaque ci comme d dans de depuis des "
        "donc dont du elle elles en encore entre es est et étaient était été être eu eux fait "
        "fut furent il ils j je l la le les leur leurs lors lui m ma mais me même mes moi mon n "
        "nos notre nous on ont or ou où par parce pendant peut plus pour puis qu quand que quel "
        "quelle quels qui s sa se selon sera ses si sien soit son sont sous sur t ta te tes toi "
        "ton tous tout toute toutes très tu un une va vers voici vos votre vous y"
    ),
    "es": (
        "a al algo algunas algunos ante antes aquel así aún aunque bajo bien cada como con "
        "contra cual cuando de del desde donde dos durante e el él ella ellas ellos en entre "
        "era eran eres es esa esas ese eso esos esta está están estas este esto estos fue "
        "fueron ha había han hasta hay la las le les lo los más me mi mientras mis muy nos "
        "nosotros o os otra otro otros para pero poco por porque pues que quien se sea según "
        "ser si sido sobre son su sus también tan tanto te tiene todo todos tras tu tus un una "
        "uno unos usted y ya yo"
    ),
    "it": (
        "a ad agli ai al alla alle allo anche ancora avere aveva c che chi ci come con contro "
        "cui da dagli dai dal dalla dalle dei del della delle dello dentro di dopo dove e è ed "
        "era erano essere fa fra già gli ha hanno ho i il in io la le lei li lo loro lui ma me "
        "mentre mi mia mio ne nei nel nella nelle nello noi nostro o ogni per perché però più "
        "poi può prima qual quale quando quella quelle quelli quello questa queste questi "
        "questo qui sarà se si sia sono sopra sta stata stato stesso su sua sue sugli sul sulla "
        "suo suoi tra tu tutti tutto un una uno vi voi"
    ),
    "pt": (
        "a à ao aos após as às até cada com como contra da das de dela dele deles desde do dos "
        "durante e é ela elas ele eles em entre era eram essa esse esta está estão este eu foi "
        "foram ha há isso isto já la lhe mais mas me mesmo meu minha muito na nas nesta neste "
        "no nos nós o onde os ou outra outro para pela pelas pelo pelos por porque qual quando "
        "que quem se seja ser será seu seus sido sob sobre sua suas também tem têm ter toda "
        "todas todo todos tu um uma você vos"
    ),
    "nl": (
        "aan al als bij daar dan dat de der deze die dit door dus een en er haar had hebben "
        "heeft hem het hier hij hoe hun ik in is ja je kan maar me meer men met mij mijn na "
        "naar nog nu of om onder ons ook op over te tegen toch toen tot u uit uw van veel voor "
        "want waren was wat we wel werd wie wij worden wordt zal ze zich zij zijn zo zou"
    ),
    "ru": (
        "а бы был была были было быть в вам вас ведь во вот все всё всего всех вы где да для до "
        "его ее её если есть еще ещё же за здесь и из или им их к как ко когда который которая "
        "которые кто ли либо между меня мне много может мы на над надо нас него нее ней них но "
        "ну о об однако он она они оно от перед по под после потом потому при про с сам своей "
        "своего своих себе себя со так также там тебя тем то того тоже только том тот ту ты у "
        "уже хотя чего чей чем что чтобы чье эта эти это этого этой этом этот я"
    ),
    "cjk": (
        "的 了 和 是 在 也 与 及 而 或 就 都 着 之 其 于 以 对 为 被 把 将 这 那 个 们 "
        "は が を に で と も の へ や か ら です ます した する ある いる から まで など"
    ),
}

STOPWORDS: dict[str, frozenset[str]] = {code: frozenset(ws.split()) for code, ws in _LISTS.items()}

NEGATIONS = frozenset(
    (
        "no not never none nobody nothing nowhere neither nor without cannot cant n't don't "
        "doesn't didn't isn't aren't wasn't weren't won't wouldn't can't couldn't shouldn't "
        "hasn't haven't hadn't mustn't needn't ain't nicht kein keine keinen keinem keiner "
        "keines nie niemals nichts niemand weder ohne pas jamais rien aucun aucune ni sans "
        "personne nunca jamás nada nadie ningún ninguna ninguno sin tampoco non mai niente "
        "nessun nessuno nessuna senza não nem nenhum nenhuma ninguém sem niet geen nooit не нет "
        "ни никогда ничего никто без 不 没 無 无 非 未 否 别"
    ).split()
)
