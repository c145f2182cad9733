"""What every kind of visitor gets at every address of the site: one row for each method of each rule of the URL map.

The visitors are those of sample_site.py, by their first three letters. A status is a number, `in` for being sent to
sign in, `up` for being sent to sign up; after them stands what the form or the address brings. A row with a ? in a
column shows, when test_access_table.py runs, what that visitor gets: judge whether it is right, then write it down.
"""

from dataclasses import dataclass
from urllib.parse import parse_qsl

from tests.security.sample_site import KINDS

TABLE = """
                                         nob end gue str wat rep spy ope   a   b hos mem adm sus
GET  /                                   200 200 200 200 200 200 200 200 200 200 200 200 200 303
GET  /account                             in  in 200 200 200 200 200 200 200 200 200 200 200 200
POST /account/answers                     in  in 303 303 303 303 303 303 303 303 303 303 303 403 shares_answers=1
POST /account/away                        in  in 303 303 303 303 303 303 303 303 303 303 303 403 first=<day>&last=<day>
POST /account/deletion                    in  in 403 303 303 303 303 303 303 303 303 303 303 303 password=<pass>
POST /account/email                       in  in 403 303 303 303 303 303 303 303 303 303 303 303 email=x@y.org&password=<pass>
POST /account/email/mails                 in  in 403 303 303 303 303 303 303 303 303 303 303 303
POST /account/email/withdrawal            in  in 403 303 303 303 303 303 303 303 303 303 303 303
POST /account/export                      in  in 200 200 200 200 200 200 200 200 200 200 200 200
GET  /account/events                      in  in 403 200 200 200 200 200 200 200 200 200 200 200
POST /account/language                    in  in 403 303 303 303 303 303 303 303 303 303 303 303 language=fr
POST /account/name                        in  in 303 303 303 303 303 303 303 303 303 303 303 403 name=Somebody Else
POST /account/password                    in  in 403 303 303 303 303 303 303 303 303 303 303 303 current=<pass>&password=<new>
POST /account/profile                     in  in 403 303 303 303 303 303 303 303 303 303 303 403 public=1
POST /account/return                      in  in 303 303 303 303 303 303 303 303 303 303 303 403
POST /account/sessions                    in  in 403 303 303 303 303 303 303 303 303 303 303 303
POST /account/tokens                      in  in 403 200 200 200 200 200 200 200 200 200 200 403 name=helper&scopes=read&days=30
POST /account/tokens/revocations          in  in 403 303 303 303 303 303 303 303 303 303 303 303 token=1
POST /account/timezone                    in  in 303 303 303 303 303 303 303 303 303 303 303 303 timezone=Europe/Rome
GET  /api                                200 200 200 200 200 200 200 200 200 200 200 200 200 303
GET  /bell                               200 200 200 200 200 200 200 200 200 200 200 200 200 200
GET  /credits                            200 200 200 200 200 200 200 200 200 200 200 200 200 200
GET  /decks                              200 200 200 200 200 200 200 200 200 200 200 200 200 303
POST /decks                               in  in  up 422 422 422 422 422 422 422 422 422 422 403 name=Mine&words=too few
GET  /decks/<deck>                       404 404 404 404 404 404 404 404 404 404 200 404 404 303
GET  /decks/<shared>                     200 200 200 200 200 200 200 200 200 200 200 200 200 303
POST /decks/<deck>                        in  in  up 404 404 404 404 404 404 404 422 404 404 403 name=Mine&words=too few
POST /decks/<shared>                      in  in  up 404 404 404 404 404 404 404 422 404 404 403 name=Mine&words=too few
POST /decks/<deck>/delete                 in  in  up 404 404 404 404 404 404 404 303 404 404 403
POST /decks/<shared>/delete               in  in  up 404 404 404 404 404 404 404 303 404 404 403
GET  /email/agree/<agree>                200 200 200 200 200 200 200 200 200 200 200 200 200 200
GET  /email/agree/<forged>               404 404 404 404 404 404 404 404 404 404 404 404 404 404
POST /email/agree/<agree>                303 303 303 303 303 303 303 303 303 303 303 303 303 303
POST /email/agree/<forged>               404 404 404 404 404 404 404 404 404 404 404 404 404 404
GET  /email/confirm/<confirm>            200 200 200 200 200 200 200 200 200 200 200 200 200 200
GET  /email/confirm/<forged>             404 404 404 404 404 404 404 404 404 404 404 404 404 404
POST /email/confirm/<confirm>            303 303 303 303 303 303 303 303 303 303 303 303 303 303
POST /email/confirm/<forged>             404 404 404 404 404 404 404 404 404 404 404 404 404 404
GET  /games/<classic>                    200 200 200 200 200 200 200 200 200 200 200 200 200 303
POST /games/<classic>/moves               in  in 404 404 404 404 303 422 404 404 404 404 404 403 seen=0&move=clue zyzzyva 1
POST /games/<classic>/moves               in  in 404 404 404 404 422 422 404 404 404 404 404 403 seen=0&move=guess 3
POST /games/<classic>/advice              in  in 404 404 404 404 303 303 404 404 404 404 404 403 word=zyzzyva
POST /games/<classic>/marks               in  in 404 404 404 404 422 303 404 404 404 404 404 403 card=3
POST /games/<classic>/talk                in  in 404 404 404 404 303 303 404 404 404 404 404 403 text=hello
POST /games/<classic>/reactions           in  in 404 404 404 404 303 303 404 404 404 404 404 403 reaction=Well done!
POST /games/<classic>/notes               in  in 404 404 404 404 303 303 404 404 404 404 404 403 note=hello
POST /games/<classic>/dots                in  in 404 404 404 404 303 303 404 404 404 404 404 403 card=3&colour=teal
POST /games/<classic>/looked              in  in 404 404 404 404 303 303 404 404 404 404 404 403
POST /games/<classic>/seats               in  in 404 404 404 404 409 409 404 404 404 404 404 403
POST /games/<classic>/computers           in  in 404 404 404 404 409 409 404 404 404 404 404 403 seat=red-operative
POST /games/<classic>/substitute          in  in 404 404 404 404 409 409 404 404 404 404 404 403 seat=red-operative
POST /games/<classic>/rematch             in  in 404 404 404 404 422 422 404 404 404 404 404 403
GET  /games/<duet>                       200 200 200 200 200 200 200 200 200 200 200 200 200 303
POST /games/<duet>/choice                 in  in 404 404 404 409 404 404 409 409 404 404 404 403 choice=end&seen=0
POST /games/<duet>/clock                  in  in 404 404 404 409 404 404 303 303 404 404 404 403 clock=live 120
POST /games/<duet>/days                   in  in 404 404 404 409 404 404 303 303 404 404 404 403 seen=0
POST /games/<duet>/dots                   in  in 404 404 404 404 404 404 303 303 404 404 404 403 card=3&colour=teal
POST /games/<duet>/looked                 in  in 404 404 404 303 404 404 303 303 404 404 404 403
POST /games/<duet>/marks                  in  in 404 404 404 409 404 404 303 303 404 404 404 403 card=3
POST /games/<duet>/moves                  in  in 404 404 404 409 404 404 303 303 404 404 404 403 seen=0&move=clue zyzzyva 1
POST /games/<duet>/mute                   in  in 404 404 404 404 404 404 303 303 404 404 404 403 muted=1
POST /games/<duet>/notes                  in  in 404 404 404 404 404 404 303 303 404 404 404 403 note=hello
POST /games/<duet>/nudges                 in  in 404 404 404 409 404 404 422 422 404 404 404 403
POST /games/<duet>/reactions              in  in 404 404 404 409 404 404 303 303 404 404 404 403 reaction=Well done!
POST /games/<duet>/seats                  in  in 404 404 404 409 404 404 409 409 404 404 404 403
POST /games/<duet>/computers              in  in 404 404 404 409 404 404 409 409 404 404 404 403 seat=b
POST /games/<duet>/substitute             in  in 404 404 404 409 404 404 409 409 404 404 404 403 seat=b
POST /games/<duet>/talk                   in  in 404 404 404 409 404 404 303 303 404 404 404 403 text=hello
GET  /games/<over>                       200 200 200 200 200 200 200 200 200 200 200 200 200 303
GET  /games/<over>/replay                404 404 404 404 404 404 404 404 404 404 404 404 404 303 seat=red-operative
GET  /games/<over>/replay                200 200 200 200 200 200 200 200 200 200 200 200 200 303
GET  /games/<over>/replay                200 200 200 200 200 200 200 200 200 200 200 200 200 303 move=1&seat=b
GET  /games/<over>/share.png             200 200 200 200 200 200 200 200 200 200 200 200 200 303
GET  /games/<over>/share.svg             200 200 200 200 200 200 200 200 200 200 200 200 200 303 spoilers=no&language=it
GET  /games/<classic>/share.png          404 404 404 404 404 404 404 404 404 404 404 404 404 303
GET  /games/<classic>/share.svg          404 404 404 404 404 404 404 404 404 404 404 404 404 303
GET  /games/<classic>/replay             404 404 404 404 404 404 404 404 404 404 404 404 404 303 seat=red-spymaster
GET  /games/<duet>/replay                404 404 404 404 404 404 404 404 404 404 404 404 404 303 move=1
GET  /games/<over>/rematch               200 200 200 200 200 200 200 200 200 200 200 200 200 303
POST /games/<over>/rematch                in  in 404 404 404 404 404 404 303 303 303 404 404 403
POST /games/<duet>/kudos                  in  in 404 404 404 409 404 404 422 422 404 404 404 403 clue=1
POST /games/<over>/thoughts               in  in 404 404 404 404 404 404 303 303 303 404 404 403 show=1
POST /games/<duet>/thoughts               in  in 404 404 404 409 404 404 422 422 404 404 404 403 show=1
POST /games/<over>/kudos                  in  in 404 404 404 404 404 404 422 303 303 404 404 403 clue=1
POST /games/<over>/moves                  in  in 404 404 404 404 404 404 422 422 422 404 404 403 seen=2&move=guess 3
GET  /games/<nowhere>                    404 404 404 404 404 404 404 404 404 404 404 404 404 303
GET  /healthz                            200 200 200 200 200 200 200 200 200 200 200 200 200 200
GET  /invitations/<invite>               200 200 200 200 200 200 200 200 200 200 200 303 200 303
GET  /invitations/<nowhere>              404 404 404 404 404 404 404 404 404 404 404 404 404 303
POST /invitations/<invite>               303 303 303 303 303 303 303 303 303 303 303 303 303 403 name=Newcomer
POST /invitations/<nowhere>              404 404 404 404 404 404 404 404 404 404 404 404 404 403 name=Newcomer
POST /language                           303 303 303 303 303 303 303 303 303 303 303 303 303 303 language=it&next=/rules
GET  /learn                              200 200 200 200 200 200 200 200 200 200 200 200 200 200
GET  /learn/on                           200 200 200 200 200 200 200 200 200 200 200 200 200 200
GET  /learn/on/7                         200 200 200 200 200 200 200 200 200 200 200 200 200 200
GET  /learn/on/6/stop/zyzzyva-2/on/21    200 200 200 200 200 200 200 200 200 200 200 200 200 200
GET  /learn/on/6/17/stop                 200 200 200 200 200 200 200 200 200 200 200 200 200 200
GET  /learn/nowhere                      303 303 303 303 303 303 303 303 303 303 303 303 303 303
POST /learn/on/advice                    303 303 303 303 303 303 303 303 303 303 303 303 303 303 word=zyzzyva
GET  /learn/on/moves                     303 303 303 303 303 303 303 303 303 303 303 303 303 303
POST /learn/on/moves                     303 303 303 303 303 303 303 303 303 303 303 303 303 303 move=guess 6
POST /learn/on/moves                     422 422 422 422 422 422 422 422 422 422 422 422 422 422 move=stop
POST /learn/moves                        422 422 422 422 422 422 422 422 422 422 422 422 422 422 move=guess 6
POST /learn/nowhere/moves                303 303 303 303 303 303 303 303 303 303 303 303 303 303 move=guess 6
GET  /learn/codenames                    200 200 200 200 200 200 200 200 200 200 200 200 200 200
GET  /learn/codenames/on                 200 200 200 200 200 200 200 200 200 200 200 200 200 200
GET  /learn/codenames/on/5               200 200 200 200 200 200 200 200 200 200 200 200 200 200
GET  /learn/codenames/on/3/11/stop/on    200 200 200 200 200 200 200 200 200 200 200 200 200 200
GET  /learn/codenames/on/3/stop/on/zyzzyva-2 200 200 200 200 200 200 200 200 200 200 200 200 200 200
GET  /learn/codenames/nowhere            303 303 303 303 303 303 303 303 303 303 303 303 303 303
POST /learn/codenames/on/advice          303 303 303 303 303 303 303 303 303 303 303 303 303 303 word=zyzzyva
GET  /learn/codenames/on/moves           303 303 303 303 303 303 303 303 303 303 303 303 303 303
POST /learn/codenames/on/moves           303 303 303 303 303 303 303 303 303 303 303 303 303 303 move=guess 3
POST /learn/codenames/on/moves           422 422 422 422 422 422 422 422 422 422 422 422 422 422 move=stop
POST /learn/codenames/moves              422 422 422 422 422 422 422 422 422 422 422 422 422 422 move=guess 3
GET  /lobbies                            303 303 303 303 303 303 303 303 303 303 303 303 303 303 code=<lobby>
GET  /lobbies                            303 303 303 303 303 303 303 303 303 303 303 303 303 303 code=<invite>
GET  /lobbies                            404 404 404 404 404 404 404 404 404 404 404 303 404 303 code=<team>
GET  /puzzle                             303 303 303 303 303 303 303 303 303 303 303 303 303 303
GET  /puzzle/en                          200 200 200 200 200 200 200 200 200 200 200 200 200 303
GET  /puzzle/en/2026-11-02               200 200 200 200 200 200 200 200 200 200 200 200 200 303
GET  /puzzle/en/2026-11-02/moves         303 303 303 303 303 303 303 303 303 303 303 303 303 303
POST /puzzle/en/2026-11-02/moves         422 422 422 422 422 422 422 422 422 422 422 422 422 403 seen=1&move=stop
POST /puzzle/en/2026-11-02/moves         303 303 303 303 303 303 303 303 303 303 303 303 303 403 seen=1&move=guess 3
GET  /puzzle/en/2999-01-01               404 404 404 404 404 404 404 404 404 404 404 404 404 303
POST /lobbies                            303 303 303 303 303 303 303 303 303 303 303 303 303 403 variant=duet&name=Newcomer
POST /lobbies/join                        303 303 303 303 303 303 303 303 303 303 303 303 303 403 name=Newcomer
GET  /lobbies/new                        200 200 200 200 200 200 200 200 200 200 200 200 200 303
GET  /lobbies/new                        200 200 200 200 200 200 200 200 200 200 200 200 200 303 variant=classic
GET  /lobbies/<lobby>                    200 200 200 200 200 200 200 200 200 200 200 200 200 303
GET  /lobbies/<nowhere>                  404 404 404 404 404 404 404 404 404 404 404 404 404 303
GET  /lobbies/<lobby>/qr.svg             200 200 200 200 200 200 200 200 200 200 200 200 200 303
POST /lobbies/<lobby>/close              404 404 404 404 403 404 404 404 404 404 303 404 404 403
POST /lobbies/<lobby>/computers           404 404 404 404 403 404 404 404 404 404 409 404 404 403 seat=b
POST /lobbies/<lobby>/host               404 404 404 404 403 404 404 404 404 404 303 404 404 403 user=<id of partner>
POST /lobbies/<lobby>/leave              404 404 404 404 303 404 404 404 404 404 303 404 404 403
POST /lobbies/<lobby>/members            404 404 404 404 403 404 404 404 404 404 303 404 404 403 user=<id of watcher>&remove=1
POST /lobbies/<lobby>/seats              303 303 303 303 303 303 303 303 303 303 303 303 303 403 seat=a&name=Newcomer
POST /lobbies/<lobby>/shuffle            404 404 404 404 403 404 404 404 404 404 303 404 404 403
POST /lobbies/<lobby>/settings           404 404 404 404 403 404 404 404 404 404 303 404 404 403 ticks=1&deck=en-base
POST /lobbies/<lobby>/start              404 404 404 404 403 404 404 404 404 404 303 404 404 403
POST /lobbies/<lobby>/volunteer          404 404 404 404 422 404 404 404 404 404 422 404 404 403
GET  /login                              200 200 200 303 303 303 303 303 303 303 303 303 303 303
POST /login                              303 303 303 303 303 303 303 303 303 303 303 303 303 303 name=Host&password=<pass>
GET  /login/second-step                   in  in  in  in  in  in  in  in  in  in  in  in 200  in
POST /login/second-step                   in  in  in  in  in  in  in  in  in  in  in  in 422  in code=000000
POST /login/second-step                   in  in  in  in  in  in  in  in  in  in  in  in 422  in recovery=aaaa-aaaa
POST /login/passkey                      422 422 422 422 422 422 422 422 422 422 422 422 422 422 credential={}
POST /account/passkeys/new                in  in 403 200 200 200 200 200 200 200 200 200 200 200 name=phone&password=<pass>
POST /account/passkeys                    in  in 403 422 422 422 422 422 422 422 422 422 422 422 passkey_name=phone&credential={}
POST /account/passkeys/removals           in  in 403 303 303 303 303 303 303 303 303 303 303 303 passkey=1&password=<pass>
POST /account/authenticator               in  in 403 200 200 200 200 200 200 200 200 200 422 200 password=<pass>
POST /account/authenticator/confirmation  in  in 403 303 303 303 303 303 303 303 303 303 303 303 code=000000
POST /account/authenticator/removal       in  in 403 303 303 303 303 303 303 303 303 303 303 303 password=<pass>
POST /account/recovery-codes              in  in 403 422 422 422 422 422 422 422 422 422 200 422 password=<pass>
GET  /login/link                         200 200 200 200 200 200 200 200 200 200 200 200 200 200
POST /login/link                         303 303 303 303 303 303 303 303 303 303 303 303 303 303 who=nobody here
GET  /login/link/sent                    200 200 200 200 200 200 200 200 200 200 200 200 200 200
GET  /login/link/<login>                 200 200 200 200 200 200 200 200 200 200 200 200 200 200
GET  /login/link/<forged>                404 404 404 404 404 404 404 404 404 404 404 404 404 404
POST /login/link/<login>                 303 303 303 303 303 303 303 303 303 303 303 303 303 303
POST /login/link/<forged>                404 404 404 404 404 404 404 404 404 404 404 404 404 404
GET  /logout                              in  in 200 200 200 200 200 200 200 200 200 200 200 200
POST /logout                             303 303 303 303 303 303 303 303 303 303 303 303 303 303 sure=1
GET  /metrics                            200 200 200 200 200 200 200 200 200 200 200 200 200 200
GET  /next                               303 303 303 303 303 303 303 303 303 303 303 303 303 303
GET  /notices                             in  in 200 200 200 200 200 200 200 200 200 200 200 303
POST /notices/browsers                    in  in 303 303 303 303 303 303 303 303 303 303 303 403 remove=1
POST /notices/mutes                       in  in 303 303 303 303 303 303 303 303 303 303 303 403 unmute=game:<duet>
POST /notices/seen                        in  in 303 303 303 303 303 303 303 303 303 303 303 403
GET  /notices/settings                    in  in 200 200 200 200 200 200 200 200 200 200 200 303
POST /notices/settings                    in  in 303 303 303 303 303 303 303 303 303 303 303 403 channel=push&push=1
POST /notices/settings                    in  in 403 303 303 303 303 303 303 303 303 303 303 403 channel=mail&rhythm=15
GET  /notices/stop/<stop>                200 200 200 200 200 200 200 200 200 200 200 200 200 200
GET  /notices/stop/<forged>              400 400 400 400 400 400 400 400 400 400 400 400 400 400
POST /notices/stop/<stop>                200 200 200 200 200 200 200 200 200 200 200 200 200 200
POST /notices/stop/<forged>              400 400 400 400 400 400 400 400 400 400 400 400 400 400
POST /notices/subscriptions               in  in 422 422 422 422 422 422 422 422 422 422 422 403 endpoint=nowhere
POST /notices/test                        in  in 303 303 303 303 303 303 303 303 303 303 303 403 channel=push
GET  /offline                            200 200 200 200 200 200 200 200 200 200 200 200 200 200
GET  /password                           200 200 200 200 200 200 200 200 200 200 200 200 200 200
POST /password                           303 303 303 303 303 303 303 303 303 303 303 303 303 303 who=nobody here
GET  /password/asked                     200 200 200 200 200 200 200 200 200 200 200 200 200 200
GET  /password/<reset>                   200 200 200 200 200 200 200 200 200 200 200 200 200 200
GET  /password/<forged>                  404 404 404 404 404 404 404 404 404 404 404 404 404 404
POST /password/<reset>                   303 303 303 303 303 303 303 303 303 303 303 303 303 303 password=a brand new password
POST /password/<forged>                  404 404 404 404 404 404 404 404 404 404 404 404 404 404 password=short
GET  /people                              in  in 200 200 200 200 200 200 200 200 200 200 200 303
POST /people/blocks                       in  in 422 422 422 303 422 422 422 303 303 422 422 403 user=<id of a>&blocked=1
POST /people/invitations                  in  in 422 422 422 303 422 422 422 303 303 422 422 403 user=<id of a>
POST /people/mutes                        in  in 422 422 422 303 422 422 422 303 303 422 422 403 user=<id of a>&muted=1
GET  /people/<open>                      200 200 200 200 200 200 200 200 200 200 200 200 200 303
GET  /people/<closed>                    404 404 404 404 404 404 404 404 200 404 404 404 404 303
GET  /people/<unprofiled>                404 404 404 404 404 404 404 404 404 404 404 404 404 303
GET  /people/<nowhere>                   404 404 404 404 404 404 404 404 404 404 404 404 404 303
POST /play                               303 303 303 303 303 303 303 303 303 303 303 303 303 403 variant=duet&name=Newcomer
GET  /pictures/1-17-280.svg              200 200 200 200 200 200 200 200 200 200 200 200 200 200
GET  /pictures/281.svg                   404 404 404 404 404 404 404 404 404 404 404 404 404 404
GET  /.well-known/change-password        303 303 303 303 303 303 303 303 303 303 303 303 303 303
GET  /.well-known/security.txt           200 200 200 200 200 200 200 200 200 200 200 200 200 200
GET  /privacy                            200 200 200 200 200 200 200 200 200 200 200 200 200 200
GET  /readyz                             200 200 200 200 200 200 200 200 200 200 200 200 200 200
GET  /robots.txt                         200 200 200 200 200 200 200 200 200 200 200 200 200 200
GET  /rules                              200 200 200 200 200 200 200 200 200 200 200 200 200 200
GET  /signup                             200 200 200 303 303 303 303 303 303 303 303 303 303 303
POST /signup                             422 422 422 422 422 422 422 422 422 422 422 422 422 403 name=New Person&password=short
GET  /static/site/app.css                     200 200 200 200 200 200 200 200 200 200 200 200 200 200
GET  /static/../app/config.py            404 404 404 404 404 404 404 404 404 404 404 404 404 404
GET  /substitutes/<call>                 200 200 200 200 200 200 200 200 200 200 200 200 200 303
GET  /substitutes/<nowhere>              410 410 410 410 410 410 410 410 410 410 410 410 410 303
POST /substitutes/<call>                 303 303 303 303 303 303 303 303 303 303 303 303 303 403 name=Newcomer
POST /substitutes/<nowhere>              410 410 410 410 410 410 410 410 410 410 410 410 410 403 name=Newcomer
GET  /sw.js                              200 200 200 200 200 200 200 200 200 200 200 200 200 200
POST /theme                               303 303 303 303 303 303 303 303 303 303 303 303 303 303 theme=dark&next=/rules
GET  /teams                               in  in 200 200 200 200 200 200 200 200 200 200 200 303
POST /teams                               in  in 303 303 303 303 303 303 303 303 303 303 303 403 name=Day Owls
GET  /teams/<team>                       404 404 404 404 404 404 404 404 404 404 404 200 404 303
POST /teams/<team>/attempts               in  in 404 404 404 404 404 404 404 404 404 303 404 403 city=prague
GET  /teams/<team>/cities/<city>         404 404 404 404 404 404 404 404 404 404 404 200 404 303
GET  /teams/<team>/cities/atlantis       404 404 404 404 404 404 404 404 404 404 404 404 404 303
POST /teams/<team>/invite                 in  in 404 404 404 404 404 404 404 404 404 303 404 403
POST /teams/<team>/leave                  in  in 404 404 404 404 404 404 404 404 404 303 404 403
GET  /teams/<team>/log                   404 404 404 404 404 404 404 404 404 404 404 200 404 303
GET  /teams/<team>/log.csv               404 404 404 404 404 404 404 404 404 404 404 200 404 303
GET  /teams/<team>/log.json              404 404 404 404 404 404 404 404 404 404 404 200 404 303
GET  /teams/<team>/members               404 404 404 404 404 404 404 404 404 404 404 200 404 303
POST /teams/<team>/members                in  in 404 404 404 404 404 404 404 404 404 303 404 403 user=<id of partner>
POST /teams/<team>/name                   in  in 404 404 404 404 404 404 404 404 404 303 404 403 name=Day Owls
POST /teams/<team>/sheets                 in  in 404 404 404 404 404 404 404 404 404 422 404 403 number=2&sure=1
POST /teams/<team>/tables                 in  in 404 404 404 404 404 404 404 404 404 303 404 403 variant=classic
GET  /teams/<team>/sheets/1              404 404 404 404 404 404 404 404 404 404 404 200 404 303
GET  /teams/<team>/sheets/2              404 404 404 404 404 404 404 404 404 404 404 303 404 303
GET  /teams/<team>/sheets/9              404 404 404 404 404 404 404 404 404 404 404 404 404 303
GET  /admin                              404 404 404 404 404 404 404 404 404 404 404 404 200 303 closed=1
GET  /admin                              404 404 404 404 404 404 404 404 404 404 404 404 200 303
POST /admin/reports/<report>/hand        404 404 404 404 404 404 404 404 404 404 404 404 303 403
POST /admin/reports/<report>/decision    404 404 404 404 404 404 404 404 404 404 404 404 303 403 decision=warned&reason=Stop that
POST /admin/reports/<report>/decision    404 404 404 404 404 404 404 404 404 404 404 404 422 403 decision=suspended&days=7
GET  /admin/reports/<report>             404 404 404 404 404 404 404 404 404 404 404 404 200 303
GET  /admin/reports/999999999            404 404 404 404 404 404 404 404 404 404 404 404 404 303
GET  /admin/people                       404 404 404 404 404 404 404 404 404 404 404 404 303 303 name=Host
GET  /admin/people                       404 404 404 404 404 404 404 404 404 404 404 404 200 303
GET  /admin/people/<closed>              404 404 404 404 404 404 404 404 404 404 404 404 200 303
GET  /admin/people/999999999             404 404 404 404 404 404 404 404 404 404 404 404 404 303
POST /admin/people/<closed>/measures     404 404 404 404 404 404 404 404 404 404 404 404 303 403 decision=suspended&days=forever&reason=Enough
GET  /admin/log                          404 404 404 404 404 404 404 404 404 404 404 404 200 303
GET  /games/<duet>/talk                   in  in 404 404 404 404 404 404 200 200 404 404 404 303
POST /games/<duet>/talk/deletions         in  in 404 404 404 404 404 404 303 422 404 404 404 403 line=<line>
POST /games/<duet>/talk/mutes             in  in 404 404 404 404 404 404 422 303 404 404 404 403 user=<id of a>&muted=1
POST /lobbies/<lobby>/lock               404 404 404 404 403 404 404 404 404 404 303 404 404 403 locked=1
GET  /reports/new                         in  in 200 200 200 200 200 200 200 200 200 200 200 303 profile=<open>
GET  /reports/new                         in  in 200 200 200 200 200 200 200 200 404 200 200 303 lobby=<lobby>&user=<id of host>
GET  /reports/new                         in  in 200 200 200 200 200 200 200 200 200 200 200 303 game=<duet>
GET  /reports/new                         in  in 200 200 200 200 200 200 404 200 200 200 200 303 game=<duet>&user=<id of a>&line=<line>
POST /reports                             in  in 303 409 303 303 303 303 404 303 303 303 303 403 game=<duet>&user=<id of a>&about=name&kind=name
POST /reports                             in  in 404 404 404 404 404 404 404 404 404 404 404 403 profile=<closed>&user=<closed>&about=name&kind=name
GET  /standing                            in  in 200 200 200 200 200 200 200 200 200 200 200 200
"""  # noqa: E501  # a line is a row


@dataclass(frozen=True)
class Row:
    """One line of the table; `pattern` is an address with places such as `<classic>`, `form` what is sent along."""

    method: str
    pattern: str
    expected: tuple[str, ...]
    form: str

    def __str__(self) -> str:
        return self.with_statuses(self.expected)

    def with_statuses(self, statuses: tuple[str, ...]) -> str:
        """The line of the table with these statuses."""
        cells = " ".join(f"{status:>3}" for status in statuses)
        return f"{self.method:4} {self.pattern:35} {cells} {self.form}".rstrip()

    def fields(self, filled_in: str) -> dict[str, str]:
        """What is sent along, from `form` with its places filled in."""
        return dict(parse_qsl(filled_in.replace(" ", "+"), keep_blank_values=True))


def _row(line: str) -> Row:
    method, pattern, *cells = line.split(maxsplit=2 + len(KINDS))
    return Row(method, pattern, tuple(cells[: len(KINDS)]), "".join(cells[len(KINDS) :]))


def parse(table: str) -> list[Row]:
    """The rows of a table with a headline."""
    return [_row(line) for line in table.strip().splitlines()[1:]]


ROWS = parse(TABLE)
PAGES = list({row.pattern: row for row in ROWS if row.method == "GET"}.values())
