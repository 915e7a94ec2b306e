/**
 * In which line of its file each minor version of the kubelet writes a message, read from the sources of its releases. Made by `node scripts/caller-lines.mjs`.
 * Each row: id of the catalogue, then for each line the first and the last minor (one digit of base 36 each, counted from 1.8) and the line (base 36).
 */
export const CALLER_LINES_FIRST_MINOR = 8;

export const CALLER_LINES_TABLE = `
config.watching-api.s ss1f er1g
cgroup.unexpected.s2 fgbi debj hhc9 ijca kkcc ggcf hhcp mndw lldx nnec opei ppel qqfr rsft
cgroup.unexpected.u2 012f 129v 22a5 34aa aab4 bcb5 79b7 55c0 66ci
network.cni-add.s de9t ff9u
network.cni-add.s2 dea1 ffa2
network.cni-add.u 126z 3470 3478 0185 448e 558r 678y 889p 8a9v bc9x
network.cni-add.u2 1277 3478 347g 018d 448m
network.cni-add.u3 5590 6797 889y 8aa4 bca6
network.cni-del.s deab ffac
network.cni-del.s2 deak ffal
network.cni-del.u 127h 347i 347q 018n 448w 559a 679h 88a8 8aae bcag
network.cni-del.u2 127p 227r 347s 3480 018v 4496
network.cni-del.u3 559l 679s 88aj 8aap bcar
network.cni-update.s de6n ff6o
network.cni-update.u 124r 344s 3450 4458 015g 555n 675x 8a6l bc6n
gc.delete-unused.s2 dh2d ik2e os2e ln2g
gc.delete-unused.u2 2c2d
cgroup.cpu-acct.s jjma kmmb nnme mnmg nnmh opms jjmu oomv ppn3 iinj ggnk hhnl iio3 qqo5 rrob ssp4 ssp7 eer7 ffr8 ddrn
cgroup.cpu-acct.s2 jjmd kmme nnmh mnmj nnmk opmv jjmx oomy ppn6 iinm ggnn hhno iio6 qqo8 rroe ssp7 sspa eera ffrb ddrq
cgroup.cpu-acct.u 22lz 34m0 34m2 12m6 44mb 55mc 67mq 77mz 88ne 99nf 01o5 aapc bcqc ccqd bbqf
cgroup.cpu-acct.u2 22m2 34m3 34m5 12m9 44me 55mf 67mt 77n2 88nh 99ni 01o8 aapf bcqf ccqg bbqi
cgroup.ensure-state.s ggh3 hhh4 jmh8 mnhd iihe nphf nohi pphq eeir ffis qqis ddiv rriy ssjr ssju
cgroup.ensure-state.u 12fj 22fy 34fz 34g1 01g3 44g6 55g7 67gl 77gu 88h5 99h6 aahe bchy cchz bbi1
startup.container-manager.s gh7f mn7f nn7h jm7i ij7j ii7k nn7k op7l pp7n oo7o qq7q ss7q rr7s ss7t dd7v ee7x ff7y
startup.container-manager.u 126v 346w 4470 5571 0175 677e 897i aa7j 777n bc7r bb7t
volume.add-failed.s jj8h gg8i hh8l ee8o qs8o ff8p ii8q op8q op8r gh8t ii8y mn8y nn8z mm94 mm95 kl96 dd9l
volume.add-failed.u 017v 127y 2285 468l 348n 778n
volume.add-failed.u2 8892 999a ab9b bc9s
volume.processing-error.s jj87 gg88 hh8b ee8e qs8e ff8f ii8g op8g op8h gh8j ii8o mn8o nn8p mm8u mm8v kl8w dd9b
volume.processing-error.u 017i 127l 227s 4688 348a 778a 888o 998w ab8x bc9e
network.dns-limits.s dd3i kp3z qs40 ii42 eh43 jj44
network.dns-limits.s2 dd3s kp49 qs4a ii4c eh4d jj4e
epleg.channel-full.s ii8n ii90 qr91 jk92 ss95 lm96 mn98 nn99 op9c
epleg.gen-status-error.s ii60 ii62 ii6d jk6e ii6f jj6g lm6i mn6k nn6l op6o
epleg.gen-status-error.s2 kk6g lm6k mn6m nn6n op6q
epleg.get-cache.s ii9d ii9q qr9r jk9s ss9v lm9w mn9y nn9z opa2 iia8 iial qram jkan ssaq lmar mnat nnau opax
epleg.nil-sandbox.s ii60 jk61 lm65 mn67 nn68 or6b ss6f
eviction.admit-failed.s fg4n de4o hh4p kk4q ii4t lm4t jj4u mn4w
eviction.admit-failed.u 023y 223z 2240 364c 894f 774g 894k aa4o ac4t
eviction.cleaned.s fgbe debf hhbg kkbr iibu jjbv lncf mnci opcq pqcr rscw
eviction.cleaned.u 35b4 66b5 89b7 77b9 89bc aabf acbk 01bn 02bo 22bz 22c0 33cp
eviction.critical.s ddfk fgfk eefl hhfm kkfy iig1 jjg2 lngm mngp opgx pqgy rsh4
eviction.critical.u 99fb 99fg 01fp 02fq aafu bcfy aafz 22g0 22g1
eviction.critical.u2 45f8 34f9 66f9 88ff 77fh 88fk 33gu
eviction.evicted-ok.s ddfz fgfz eeg0 hhg1 kkgg iigj jjgk lnh4 mnh7 ophf pqhh rshn
eviction.evicted-ok.u 45fn 34fo 66fo 99fq 99fv 88g0 77g2 01g4 02g5 88g5 aag9 bcgd aage 22gf 22gg 33h9
eviction.evicted.s fg5i de5j hh5k kk5l ii5o jj5p lm5p mq5s rs5x
eviction.evicted.u 024c 224d 224e 334q 3657 895a 775b 895f aa5j ac5o
eviction.must-evict.s fg9p de9q hh9r kk9t ii9w jj9x lmah mnak oqar rsaw
eviction.must-evict.u 369g 899h 779k 019l 029m 899m aa9q ac9v 229x 229y 33b1
eviction.no-active.s fga0 dea1 hha2 kka4 iia7 jja8 lmas mnav oqb2 rsb7
eviction.no-active.u 369r 899s 779v 019w 029x 899x aaa1 aca6 22a8 22a9 33bc
eviction.ranked.s fga7 dea8 hha9 kkab iiae jjaf lmaz mnb2 oqb9 rsbe
eviction.ranked.u 369y 899z 77a2 01a3 02a4 89a4 aaa8 acad 22af 22ag 33bj
eviction.reclaim.s fg9e de9f hh9g kk9i ii9l jj9m lma6 mna9 oqag rsal
eviction.reclaim.u 3695 8996 0197 0298 7799 899b aa9f 229j 229k ac9k 33aq
eviction.reduced.s fg9l de9m hh9n kk9p ii9s jj9t lmad mnag oqan rsas
eviction.reduced.u 369c 899d 779g 019h 029i 899i aa9m ac9r 229t 229u 33ax
eviction.stats-failed.s fg72 de73 hh74 kk76 ii79 jj7a lm7u mn7x oq84 rs89
eviction.stats-failed.u 566r 896u 776v 896z aa73 ac78
eviction.timeout.s fgb6 deb7 hhb8 kkbj iibm jjbn lnc7 mnca opci pqcj rsco
eviction.timeout.u 35aw 66ax 89az 77b1 89b4 aab7 acbc 01bf 02bg 22br 22bs 33ch
eviction.unable.s fgau deav hhaw kkb7 iiba jjbb lnbv mnby opc6 pqc7 rscc
eviction.unable.u 35ak 66al 89an 77ap 89as aaav acb0 01b5 02b6 22bh 22bi 33c5
config.static-dir.s ss1n de1o fr1p
config.static-dir.u 8c1o 371p
pleg.channel-full.s dd7o eh7s ii8s jn8u qr9i op9k ssb3
pleg.channel-full.u 677m 8c7o
pleg.container-finished.s eh88 ii98 jn9a qr9w op9y ssbh
pleg.failed-reinspection.u 047j 557p
pleg.ignoring-events.u 046p 556v
pleg.unable-retrieve-pod.s ssc4
pleg.unable-retrieve-pods.s dh5p ii6k jn6m qr72 op74 ss8o
pleg.unable-retrieve-pods.u 015g 145h 555n 6c5p
pleg.write-status.s3 hhbd ggbh iicf jncj qrcl opcp ssev
pleg.write-status.s4 hhbf ggbj iich jncl qrcn opcr ssex
cgroup.unexpected.u 025t 2261 3465 556n 666v 7a72 bc7a
eviction.no-observation.s ghkp dgkq iikr jkku dfmb ghmc ggmd iime jkmh opq4 nnq7 lnqa qsqd oprr nnru lnrx rsry qqs0
eviction.no-observation.u 8akx 8al4 77lt bclu 66m2 12m3 35mg 8ami 22mk 33ml 8amp 01n9 77ne 00nf bcnf 66nn 12no 35o1 22o5 33o6 01ou 00p0
gc.delete-unused.s de8x fh93 ii95 jk9g llav mnb8 npbz pqcf rrcr sscs
gc.delete-unused.u 2a8t bc8x 8a8y
gc.monitor-failed.s de56 fh59 ii5b jk5k ll5r mp5y pr66 ss67
gc.monitor-failed.s2 de5g fh5j ii5l jk5u ll5z mp66 pr6e ss6f
gc.monitor-failed.u 014k 124t 2a51 8c56
gc.monitor-failed.u2 014v 1254 2a5c bc5g 8a5h
gc.over-threshold.s de8g fh8m ii8o jk8z ll9p mn9w npan pqav rray ssaz
gc.over-threshold.u 127x 248c
gc.over-threshold.u2 5a8c bc8g 8a8h
gc.removing-image.s deaf fhar iiat jkb4
gc.removing-image.s2 llcf mncs npdj pqea rreo ssep
gc.removing-image.u 019a 129q 2aab bcaf 8aag
gc.container-failed.s ggza ddzp hhzt ee10j ff10r ii11p jj123 kk12y ll13t mm13v mm13w nn145 nn146 mn14a oo16b op16h pp17k qq17z qq184 rr195 rr19a ss1b3
gc.container-failed.u bbwv 01x2 bcx6 34x7 00xo 34y7 ccyj 66ys 12yt 22yv 44yz 22z4 77z5 77z6 89ze 89zf aazh aazi 55zk
gc.image-failed-once.s gg102 dd10h hh10l ee11b ff11j ii12i jj12w kk13r ll14m mm14r mm14s nn151 nn152 mn156 oo177 op17d pp18g qq18v qq190 rr1a0 rr1a5 ss1bx
gc.image-failed-once.u bbxn 01xo bcxy 34xz 00ya 34z1 cczb 12zf 22zh 66zk 22zq 44zr 77zx 77zy 89106 89107 aa109 aa10a 5510c
gc.image-failed.s ggzy dd10d hh10h ee117 ff11f ii12e jj12s kk13n ll14i mm14n mm14o nn14x nn14y mn152 oo173 op179 pp18c qq18r qq18w rr19w rr1a1 ss1bt
gc.image-failed.u bbxj 01xk bcxu 34xv 00y6 34yx ccz7 12zb 22zd 66zg 22zm 44zn 77zt 77zu 89102 89103 aa105 aa106 55108
node.get-failed.s dd1ru ee1uv gg1v7 ff1va gg1vf hh1w0
pod.failed-delete.s dd1no ee1qu gg1r3 ff1r6 gg1rf hh1s0 ii1up jj1zg jj1zo kk20z kk21i ll220 mm228 nn229 nn22a ll22j mn22l mm22s oo23t op23z pp25c qq274 qq279 rr2ad rr2ai ss2dp
pod.failed-delete.u 011js 341jv bb1jv 001ke bc1kn 141ko 221l8 221lh cc1m2 441m7 661m8 771m9 771md 991mn 991mo 881mr aa1mr 881ms aa1ms 551mw
pod.not-runnable.s gg180 gg183 ee18l hh18m ff18v ii1b4 jj1cm jj1cu kk1df kk1dn ll1ea mm1ef ll1ei mm1eo mn1eu
pod.qos.s gg19z dd1a0 gg1a2 ee1aa ff1ak hh1al ii1d3 jj1el jj1et kk1fj kk1fr nn1g5 nn1g6 ll1ge mm1gj ll1gm mm1gs mn1gy oo1j1 op1j7 pp1ka qq1ku qq1kz rr1m6 rr1mb ss1ob
pod.qos.u 3416f bb16m bc16y 0117e 3417g 1217q 00180 22180 22189 cc18g 4418k 6618k 7718u 7718w 99197 9a198 55199 88199 aa199 8819a
pod.trying-delete.s gg1ag dd1ah gg1aj ee1ar ff1b1 hh1b2 ii1dk jj1f2 jj1fa kk1g0 kk1g8 nn1gm nn1gn ll1gv mm1h0 ll1h3 mm1h9 mn1hf oo2g9 op2gf oo2gp qq2gz qq2hc pp2jg pp2jw rr2kb rr2ko ss2oq
pod.trying-delete.u bb174 bc17g cc18y 7719e 9919p 9a19q 8819r aa19r 8819s
runtime.network-not-ready.s dd1pm ee1ss gg1t4 ff1t7 gg1tc hh1tx
runtime.network-not-ready.s2 ii1wr jj24o jj24w kk27b kk27u ll28c mm28k nn28l nn28m ll28v mn28x mm294 oo2be op2bk qq2bo qq2bt pp2el rr2ey rr2f3
runtime.network-not-ready.s3 ss2im
runtime.network-not-ready.u 011ll 341ls bb1lv 001m7 121mh 341ml bc1mn 221n1 221na cc1o0 441o7 661o8 771o9 771od 991on 991oo 881or aa1or 881os aa1os 551ow
runtime.not-ready.s dd1pw ee1t2 gg1te ff1th gg1tm hh1u7
runtime.not-ready.s2 ii1x1 jj24y jj256 kk27l kk284 ll28m mm28u nn28v nn28w ll295 mn297 mm29e oo2bo op2bu qq2by qq2c3 pp2ev rr2f8 rr2fd
runtime.not-ready.s3 ss2iw
runtime.not-ready.u 011lx 341m4 001mj 121mt 341mx 221nd 221nm 441oj 661ok 771ol 771op 551p8
runtime.not-ready.u2 bb1m5 bc1mx cc1oa 991ox 991oy 881p1 aa1p1 881p2 aa1p2
runtime.sanity-failed.s dd1pb ee1sh gg1st ff1sw gg1t1 hh1tm ii1wc jj249 jj24h kk26w kk27f ll27x mm285 nn286 nn287 ll28g mn28i mm28p oo2az op2b5 qq2b9 qq2be pp2e6 rr2ej rr2eo ss2i7
runtime.sanity-failed.u 011l5 341lf bb1li 001lr 121m1 341m8 bc1ma 221ml 221mu cc1np 441nu 661nv 771nw 771o0 991oa 991ob 881oe aa1oe 881of aa1of 551oj
runtime.status-nil.s dd1pf ee1sl gg1sx ff1t0 gg1t5 hh1tq ii1wg jj24d jj24l kk270 kk27j ll281 mm289 nn28a nn28b ll28k mn28m mm28t oo2b3 op2b9 qq2bd qq2bi pp2ea rr2en rr2es ss2ib
runtime.status-nil.u 011lc 341lj bb1lm 001ly 121m8 341mc bc1me 221ms 221n1 cc1nt 441ny 661nz 771o0 771o4 991oe 991of 881oi aa1oi 881oj aa1oj 551on
startup.attempt-sync.s ggag hhal kkax llb0 iib2 mmb4 mmb5 jjb9 mnba nnbb nnbc ffbk eebm opce qqd7 ppdc rrde ssdh
startup.cadvisor-failed.s gg11t dd126 hh12c ee132 ff13a ii149 jj14n jj14v kk15i kk15q ll16d mm16i ll16l mm16r mn16x nn170 nn171 oo196 op19c pp1af qq1av qq1b0 rr1c0 rr1c5 ss1e4
startup.cadvisor-failed.u bbze 34zk 01zo bczo 0010a 3410v cc110 22117 6611a 4411c 1211f 2211g 7711n 7711p 8911x 8911y aa120 55121 aa121
startup.cm-failed.s gg12a dd12n hh12t ee13j ff13r ii14q jj154 jj15c kk15z kk167 ll16u mm16z ll172 mm178 mn17e nn17h nn17i oo19n op19t pp1aw qq1bc qq1bh rr1ch rr1cm ss1el
startup.cm-failed.u bbzt 34zz bc103 3411a cc11f 2211m 6611p 4411r 2211v 77122 77124 8912c 8912d aa12f 5512g aa12g
startup.no-api.s gg134 dd13h hh13n ee14d ff14l ii15q jj170 jj178 kk17v kk183 ll18q mm18v ll18y mm194 mn19a nn19d nn19e oo1bi op1bo pp1cr qq1d7 qq1dc rr1ec rr1eh ss1gg
startup.no-api.u 01100 bb10g 0010m 3410p bc10q 3411q 1211r 22122 cc128 2212b 6612h 4412j 7712r 7712t 8912z 89130 aa132 aa133 55138
syncloop.add.s dd1hv ee1l1 gg1l8 ff1lb gg1ln hh1m8 ii1p3 jj1t3 jj1tb kk1ud nn1uu kk1uv nn1uv ll1v3 mm1vb ll1vl mn1vo mm1vu oo1wk op1wq qq1xv qq1y0 pp1y2 rr1zw rr201 ss239
syncloop.add.u 341dz bb1ed 011ef bc1ew 141f0 001f1 221fk 221ft 441gb 661gb 771gc cc1gd 771gg 881gt 881gu 991gy 9a1gz 551h0 aa1h0
syncloop.cleaning-failed.s dd1k2 ee1nj gg1nq ff1nt gg1o5 hh1oq ii1rf jj1vf jj1vn kk1wp kk1x7 ll1xf mn1xn nn1xo ll1xx mn1y0 mm1y6 oo1zd op1zj qq20m qq20r pp20v rr22n rr22s ss25x
syncloop.cleaning-failed.u 341gg bb1gh 011gl 001h7 bc1h9 141hh 221i1 221ia cc1iq 441is 661is 771it 771ix 881ja 881jb 991jf 9a1jg 551jh aa1jh
syncloop.closed.s dd1hp ee1kv gg1l2 ff1l5 gg1lh hh1m2 ii1ox jj1sx jj1t5 kk1u7 nn1uo kk1up nn1up ll1ux mm1v5 ll1vf mn1vi mm1vo oo1we op1wk qq1xp qq1xu pp1xw rr1zq rr1zv ss233
syncloop.closed.u 341dt bb1e7 011e9 bc1eq 141eu 001ev 221fe 221fn 441g5 661g5 771g6 cc1g7 771ga 881gn 881go 991gs 9a1gt 551gu aa1gu
syncloop.delete.s dd1ib ee1lh gg1lo ff1lr gg1m3 hh1mo ii1pj jj1tj jj1tr kk1ut nn1va kk1vb nn1vb ll1vj mm1vr ll1w1 mn1w4 mm1wa oo1x0 op1x6 qq1yb qq1yg pp1yi rr20c rr20h ss23p
syncloop.delete.u 341ef bb1et 011ev bc1fc 141fg 001fh 221g0 221g9 441gr 661gr 771gs cc1gt 771gw 881h9 881ha 991he 9a1hf 551hg aa1hg
syncloop.housekeeping-slow.s ee1nn gg1nu ff1nx gg1o9 hh1ou ii1rj
syncloop.housekeeping-slow.s2 jj1vj jj1vr kk1wt kk1xb ll1xj mn1xr nn1xs ll1y1 mn1y4 mm1ya oo1zh op1zn qq20q qq20v pp20z rr22r rr22w ss261
syncloop.pleg.s dd1ix ee1m3 gg1ma ff1md gg1mp hh1na ii1pz jj1tz jj1u7 kk1v9 nn1vq kk1vr nn1vr ll1vz mm1w7 ll1wh mn1wk mm1wq oo1xg op1xm qq1yq qq1yv pp1yy rr20r rr20w ss241
syncloop.pleg.u 341f8 bb1f9 011fd bc1fy 001fz 141g9 221gt 221h2 cc1hf 441hk 661hk 771hl 771hp 881i2 881i3 991i7 9a1i8 551i9 aa1i9
syncloop.probe.s dd1kh ee1o3 gg1oa ff1od gg1op hh1pa ii1rz jj1vz jj1w7 kk1x9 kk1xr ll1xz mn1y7 nn1y8 ll1yh mn1yk mm1yq oo1zx op203 qq216 qq21b pp21f rr237 rr23c ss26i
syncloop.remove.s dd1i5 ee1lb gg1li ff1ll gg1lx hh1mi ii1pd jj1td jj1tl kk1un nn1v4 kk1v5 nn1v5 ll1vd mm1vl ll1vv mn1vy mm1w4 oo1wu op1x0 qq1y5 qq1ya pp1yc rr206 rr20b ss23j
syncloop.remove.u 341e9 bb1en 011ep bc1f6 141fa 001fb 221fu 221g3 441gl 661gl 771gm cc1gn 771gq 881h3 881h4 991h8 9a1h9 551ha aa1ha
syncloop.restore.u 341ej 141fk 221g4 221gd 441gv 661gv 771gw 771h0 881hd 881he 991hi 9a1hj 551hk aa1hk
syncloop.skip.s dd1g5 ee1jb gg1ji ff1jl gg1jx hh1ki ii1nd jj1rd jj1rl kk1sn nn1t4 kk1t5 nn1t5 ll1td mm1tl ll1tv mn1ty mm1u4 oo1uu op1v0 qq1w4 qq1w9 pp1wc rr1y5 rr1ya ss21i
syncloop.skip.u 341c9 011ct 341da 121de 001df 221du 221e3 441el 661el 771em 661en 771eq 881f3 881f4 551fa
syncloop.skip.u2 bb1cn bb1d1 bc1d6 cc1en 991f8 9a1f9 aa1fa
syncloop.start.s dd1fh ee1in gg1iu ff1ix gg1j9 hh1ju ii1mp jj1qp jj1qx kk1rz nn1sg kk1sh nn1sh ll1sp mm1sx ll1t7 mn1ta mm1tg oo1u6 op1uc qq1vg qq1vl pp1vo rr1xh rr1xm ss20u
syncloop.start.u 341bs bb1bz 011ci bc1ci 341ct 121d3 001d4 221dd 221dm cc1dz 441e4 661e4 771e5 771e9 991ek 9a1el 881em aa1em 881en 551et
syncloop.unhealthy.u 341g5 bb1g6 011ga 001gw bc1gy 141h6 221hq 221hz cc1if 441ih 661ih 771ii 771im 881iz 881j0 991j4 9a1j5 551j6 aa1j6
syncloop.update.s dd1i2 ee1l8 gg1lf ff1li gg1lu hh1mf ii1pa jj1ta jj1ti kk1uk nn1v1 kk1v2 nn1v2 ll1va mm1vi ll1vs mn1vv mm1w1 oo1wr op1wx qq1y2 qq1y7 pp1y9 rr203 rr208 ss23g
syncloop.update.u 341e6 bb1ek 011em bc1f3 141f7 001f8 221fr 221g0 441gi 661gi 771gj cc1gk 771gn 881h0 881h1 991h5 9a1h6 551h7 aa1h7
volume.mount-timeout.s dd1bg gg1bh gg1bk ee1bs ff1c2 hh1c3 ii1el jj1g3 jj1gb kk1gz kk1h7 nn1hn nn1ho ll1hu mm1i1 ll1i2 mm1ia mn1ig oo1jp op1jv pp1ky qq1lo qq1lt rr1n5 rr1na ss1p9
volume.mount-timeout.u 3417u 0118m 3418v 12195 00198 2219f 2219o 4419z 6619z 771a9 771ad 551ao
volume.mount-timeout.u2 bb183 bc18f cc19x 991ao 9a1ap 881aq aa1aq 881ar
network.pod-cidr.s qr1b ss1c gh1o ip1p df24
network.pod-cidr.u 3421 4423 5c25 125g 017o
network.iptables.s de1k ff1l gg24
network.iptables.s2 de1s ff1t gg2c
network.iptables.s3 pp1d kp1e ss1h qr1i hj1r
network.iptables.s4 pp1l kp1m ss1p qr1q hj1z
network.iptables.u cc1k
network.iptables.u2 cc1s
node.fast-update.s ssbz rrd9 ssdd mndk qqdl ikdp lmdt opdy nney opfa oofb
node.fields-failed.s dega fhgj ssip ikjh mnjm lmjr rrjv ssk3 qqk7 opkm nnl0 oplc oolz
node.fields-failed.u 44cv 55dc 66dy 77e1 88e2 01qw 12r2 00r6 22ta 34th 22tn 34uy
node.fields-failed.u2 9aeg bcfk ccfn
node.previously.s fk30 de31 mn33 lm34 nn37 op3h ss3h rr3i oq3j oo3k ss3k
node.previously.u bc30 cc31 4434 9a34 5836 343e 343f 123j 013q
node.recording-event.s defe fhfn sshr ikil mniq lmiv rriz ssj5 qqjb opjq nnk4 opkg ool3
node.recording-event.u 22bq 22bt 44bx 12bz 01c7 34c9 55ce 66d0 77d3 88d4 9adi bcem ccer
node.register-failed.s fk2k de2l mn2n lm2o nn2r op30 ss30 rr31 oq32 oo33 ss33
node.register-failed.s2 fk2q de2r mn2t lm2u nn2x op36 ss36 rr37 oq38 oo39 ss39
node.register-failed.s3 fk2u de2v mn2x lm2y nn31 op3b ss3b rr3c oq3d oo3e ss3e
node.register-failed.s4 op2w ss2w rr2x oq2y oo2z ss2z
node.register-failed.u 442k 9c2k cc2l 582m 342u 342v 122y 012z
node.register-failed.u2 442q 9c2q cc2r 582s 3430 3431 1234 0135
node.register-failed.u3 442u 9c2u cc2v 582w 3434 3435 1238 0139
node.register-failed.u4 2244 1246 014d
node.registered.s fk21 de22 mn23 lm24 ss26 np27 rr28 oq29 ss29 oo2a
node.registered.u 4421 9c21 cc22 5823 3429 342a 122d 012e
node.registering.s fk1y de1z mn20 lm21 ss23 np24 rr25 oq26 ss26 oo27
node.registering.u 441y 9c1y cc1z 5820 3426 3427 122a 012b
node.update-failed.s fhcf decp sscx rre7 sseb mnei qqej iken lmer opew nnfw opg8 oog9
node.update-failed.u 44a5 22a6 55a7 66ac 12af 78af 01ai 34ai 34aj 9aat bcbx ccc2
node.update-retry.s fhcs ded2 ssdb rrek ssep mnev qqew ikf0 lmf4 opf9 nng9 opgl oogm
node.update-retry.s2 ssc3 rrdd ssdh mndo qqdp ikdt lmdx ope2 nnf2 opfe ooff
node.update-retry.u 22ae 22ah 44ah 55ak 12an 66ap 01aq 78as 34au 34av 9ab6 bcca cccf
pod.qos-kill.s ggnr ffnu eenw jjnx ddny hio0 klo8 mmqi mmqp mnqu nnr1 oor8 pprd oprf rrt1 qqt4 sst5
pod.qos-kill.u 01lg 55mc 34ml 44mm 78mt 88my 12mz aan2 66n5 99n5 aan7 99na 22ne 22nm ccno bcnp bbnr
volume.orphan-dir-failed.s dd4s ei6m jl6z rs6z jq71
volume.orphan-dir-failed.s2 ei6e jl6q rs6q jq6s
volume.orphan-dir-failed.u 123d 013e 253p 6c43
volume.orphan.s2 dd4z ei6t jl79 rs79 jq7b
volume.orphan.s3 ei6a jl6l rs6l jq6n
volume.orphan.u2 123k 013l 253w 6c4a
kuberuntime.kill-failed.s ddj6 hhkc iikj efko ggkw jjlg kklj llml mmmu mnmz nnnn opno ppp0 qqp9 qqpf rrq3 ssqg ssqm
kuberuntime.kill-failed.u bcie
kuberuntime.killing-grace.s hhji iijp efju ggk2 jjkm kkkp llle mmln mnls nnmg opmh ppnu qqo2 qqo8 rrow ssp9 sspf
kuberuntime.killing-grace.u bbhn bcho
kuberuntime.killing-override.s2 ddid
kuberuntime.poststart.s ef7u hi7u gg7x jj7y kk7z ln8g nn8r op8s pp90 qq92 qq93 ss93 rs94
kuberuntime.prestop-failed.s ddeu efgd hhge gggh iigk jjhm kkhn lli5 mmie mnij nnj7 opj8 ppkl qqks qqky rrlm sslz ssm5
kuberuntime.prestop-failed.u 22cs 34cy 44d0 77d3 55d4 66d5 88d8 01df 99dm 12dq bbel bcem aaey
kuberuntime.prestop-timeout.s ddf2 efgl hhgm gggp iigt jjhv kkhw llie mmin mnis nnjg opjh ppku qql1 qql7 rrlv ssm8 ssme
kuberuntime.prestop-timeout.u 22cz 34d5 44d7 77da 55db 66dc 88df 01dm 99dt 12dx bbes bcet aaf5
kuberuntime.termination-failed.s ddii hhjn iiju efjz ggk7 jjkr kkku lllj mmls mnlx nnml opmm ppnz qqo7 qqod rrp1 sspe sspk
kuberuntime.termination-failed.u 22ft 34fz 44g1 55g5 77g9 66gb 88ge 01gg 12gr 99gs bbhr bchs aai4
kuberuntime.gc-remove-sandbox.s dh50 ii51 jp54 qs56
kuberuntime.gc-remove-sandbox.u 014c 154d bc4l 664t 7a4u bb50
kuberuntime.gc-stop-sandbox.s dh4w ii4x jp50 qs52
kuberuntime.gc-stop-sandbox.u 0148 1549 664p 7a4q bb4w
kuberuntime.pull-failed.s pp16 qs17 dh1f ik1h lp1j
kuberuntime.pull-failed.u 021e 8a1e 271f bc1f
kuberuntime.backoff.u 01ju 00ki 24l1 12l2
kuberuntime.container-statuses-failed.s ddsa hhsg eet5 iitk ggtp ffts iiu5 jj137 kk13a jj13h jj13s kk13v jj142 mm14y mn14z mm150 kk153 ll154 kk15d ll15g mm15j mn15k mm15l kk15o ll15p kk15y ll161 nn17u nn18f op19p op1aa pp1aw pp1bh qq1d5 qq1dq qq1e2 qq1en rr1j6 rr1jr rr1k3 rr1ko
kuberuntime.container-statuses-failed.s2 ss1lh ss1m3
kuberuntime.container-statuses-failed.u 01n2 00nq 34nr 44o2 55o7 24o9 12oa 77oy 77p2 66ph 88pz bbqd aaqg 99qj bcqu ccr8
kuberuntime.create-sandbox-failed.s2 hhlg iilq ddly eemn ggmn ffn4 kkv3 jjv6 jjvg mmwe mnwf mmwg nnwi kkwj llwk kkwt llww opyd ppys qq11b qq11l rr17a rr17k ss18u
kuberuntime.create-sandbox-failed.u 01h3 00hk 24hy 12hz 44i9 55ie 77j4 77j8 66j9 88jq bbk4 aak7 99k9 bckl cckz
kuberuntime.kill-failed.s2 hhjq iik0 ddko ggkx eela ffle kksz jjt9 jjtj mmua mnub mmuc nnue kkuf llug kkup llus opw9 ppwo qqyo qqyy rr13x rr147 rr14f rr14p ss15h ss15z
kuberuntime.message.s hhi1 iiib ddiz ggj8 eejl ffjp kkr6 jjrj jjrt mmsf mnsg mmsh nnsj kksk llsl kksu llsx opue ppur qqwu qqx4 rr10n rr10x ss126
kuberuntime.message.u 01ee 00ev 24f9 12fa 44fk 55fp 77gf 77gj 66gk 88h0 bbhd aahg 99hi bchu cci8
kuberuntime.multiple-sandboxes.u bbc1 aac4 99c6 bcc7 cccl
kuberuntime.no-ready-sandbox.u 01as 14b7 44bi 55bj 77bq 66bv 88bv bbc5 aac8 99ca bccb cccp
kuberuntime.no-sandbox.u 01aa 14ap 44b0 55b1 77b8 66bd 88bd bbbn aabq 99bs bcbt ccc7
kuberuntime.podcidr.s ddt0 hht6 eetv gguf ffui iiuy jj14k kk14n jj14u mm16b mn16c mm16d kk16g ll16h kk16q ll16t nn19f op1ba pp1ci qq1es qq1fp rr1la rr1m7 ss1nm
kuberuntime.podcidr.u 01oa 00oy 34oz 44pa 55pf 24ph 12pi 77po 77ps 66qa 88qp bbr3 aar6 99r9 bcrk ccry
kuberuntime.sandbox-changed.u 01az 24bd 12be 44bo 55bp 77bw 66c1 88c1 bbcb aace 99cg bcch cccv
kuberuntime.sandbox-no-ip.u 00b5 24bj 12bk 44bu 55bv 77c2 66c7 88c7
kuberuntime.sandbox-no-ip.u2 bbch aack 99cm bccn ccd1
kuberuntime.sandbox-status-of-pod.s ddrv hhry eesq iisw ggt7 fftd jj12j kk12m jj12t mm14a mn14b mm14c kk14f ll14g kk14p ll14s nn176 op191 pp1a7 qq1cg qq1dd rr1ih rr1je
kuberuntime.sandbox-status-of-pod.s2 ss1ks
kuberuntime.sandbox-status-of-pod.u 01mo 00nc 34nd 44no 55nt 24nv 12nw 77oj 77on 66oz 88pk bbpy aaq1 99q4 bcqf ccqt
startup.runtime-init.s dd66 gg6n hh6o ee6s ii6s ff6w jk75 ll76 jk77 ll78 mn79 nn7a op7h pp7r qq83 rr86 qq8d rr8g ss8k
startup.runtime-init.u 014u 1456 445h 555i 775p 885r bb5s 665u 9a5v bc5y cc60
kuberuntime.create-sandbox-failed.s dd1w eg1y pp1y ss1y hh1z qr1z ip20
kuberuntime.create-sandbox-failed.u2 021h 341j 4a1l bb1m bc1n 451s 6a1v bb1w bc1x
device.unhealthy.s hh6a ij6e ik6p ln6q pq6x op70 nn71 rr71 dede fgdm ggdn
device.unhealthy.s2 hh9j ij9r ika7 lnaf qqbg nnbh ppbk opbn rsbo dedu fge2 gge3
device.unhealthy.s3 ss71
device.unhealthy.u 22au 22av 34b1 34b2 44bx 55by 66c8 77cg 88d3 99d9 ccdo bcdq aadr
device.unhealthy.u2 44bh 55bi 66bs 77c0 88cn 99ct ccd8 bcda aadb
volume.operation-failed.u 027b 267f 797i 8e8d fh9b gs9o
volume.operation-failed.u2 8e7u fh8s gs95
cgroup.create-failed.s dd1l ee1o ss1o fn1p rr1p mq1q
cgroup.create-failed.u 691e 551f ac1l
shutdown.killed.s qs4q op4r pp4s
shutdown.killing.s qs47 op49
shutdown.timeout.s2 qs5y op5z pp60
shutdown.creating.s qq2x rs2y op30 ff3g gg3q hh3s in3t
shutdown.done.s dd7q qq87 ee89 op8a rs8v gg90 hh92 in93 ff9j
shutdown.done.u cc70
shutdown.event.s dd4p ee5d ff6g qq6h op6k rs75 gg7a hh7c in7d
shutdown.event.s2 ff6o qq6p op6s rs7d gg7i hh7k in7l
shutdown.event.u cc4a
shutdown.killed.u cc6g
shutdown.killing.u cc64
shutdown.processing.s dd66 ee6u ff81 qq82 op85 rs8q gg8v hh8x in8y
shutdown.processing.u cc5g
shutdown.restart-watch.s ee3c qq4e ff4f rs4f op4h gg57 hh59 in5a
shutdown.timeout.s dd7m ee85
shutdown.timeout.u cc6w
oom.event.s de24 fh25 ip2b ss2c pr2d
oom.event.u 771o 891q ac24
podworker.cancel.s eekn ffpe ggqb giqp jjzh jjzu lmzy kk100 mp101 qs10o
podworker.error-syncing.s dd5a eekr ffpi ggqf giqt jjzl jjzy lm102 kk104 mp105 qs10s
podworker.error-syncing.u 0152 1456 575a 8c5b
podworker.ignored.s eed5 fff7 ggfc gifq
podworker.ignored.s7 lpkq jkks ssl7 qrla
prober.errored.s jp2w ii2y hh33 de35 fg3a
prober.errored.s2 pq2w
prober.errored.s3 rs2y
prober.errored.u 012t 162y 772z 8933 bc36 aa3d
prober.failed.s jp2z ii31 hh36 de38 pq3c fg3d rs3e
prober.failed.u 012y 1633 7734 8938 bc39 aa3g
prober.unknown.s pq3h rs3j
prober.unknown.s2 pq3l rs3n
cri.connect.s2 de1g fg1k hh1o jj23 ii25 km2g ss2w
cri.connect.u2 041c 4c1g
cri.image-status.s de2f jj3s ii3w km45 ff4g gg4h hh4l ff51 gg53 hh57 ss61
cri.image-status.u 042b 4c2f
cri.imagefs.s de48 jj5s ii5w km6g ff80 gg82 hh86 ff89 gg8b hh8f ss8f
cri.imagefs.u 0442 4546 6c47
cri.list-images.s de1z jj37 ii3b fg3d hh3h km3k fg3o hh3s ss4h
cri.list-images.u 041v 4c1z
cri.pull.s de36 jj4n ii4r km50 ff60 gg62 hh66 ff6k gg6m hh6q ss6y
cri.pull.u 0430 4534 6c35
cri.pull.u2 0436 453a 6c3b
startup.validated-cri.s2 fg2j hh2n
startup.validated-cri.s5 ii2p jj2q km33 ss3w
cri.connect.s4 de1s ff26 gg29 ii2q jj2s hh2u km39
cri.connect.s5 ss3r
cri.connect.u3 0217
cri.connect.u4 041e 451h 7c1p 661s cc1s
cri.container-stats.s def2 ijhz kmig ssn6 ffqy ggr9 ffre ggrp hhrw hhsc
cri.container-stats.s2 defo ijip lmj4 kkj6 ssnz ffs8 ggsj ffsl ggsw hht6 hhtj
cri.container-stats.u 04d5 45d9 7adr 66er bbf8 bcf9 ccfi
cri.container-stats.u2 bcen ccew
cri.container-status.s de9a ijbj kmc0 ssft fffw ggg2 ffgl hhgn gggs hhhd
cri.container-status.u 047q 457u 7a87 668x bc95 cc98 04co 45cs 7ad8 66e5
cri.create-container.s de6c ij8e km8v ffay ggb3 ssbe ffbk hhbo ggbp hhca
cri.create-container.u 0457 455b 7a5k 665o bc68 cc6b
cri.events.s ijm6 lmml kkmn sstq
cri.events.s2 iimd jjmg lmmv kkmx ssu2
cri.events.s3 iimh jjmk lmmz kkn1 ssu6
cri.exec-sync.s deay ijdb kmds ssho ffip ggiw hhjj ffjk ggjr hhke
cri.exec-sync.u 0498 459c 7a9r 66ak bcat ccaw
cri.list-containers.s de8q ijau kmbb sse2 ffer ggew fff4 ggf9 hhfh hhfu
cri.list-containers.u 047a 457e 7a7p 667z bc8l cc8o
cri.list-sandbox.s de5r ij7p km86 ss9n ff9r gg9w ffa5 ggaa hhah hhav
cri.list-sandbox.u 044p 454t 7a52 6656 bc5n cc5q
cri.remove-container.s de88 ija8 kmap ssdb ffe1 gge6 hher
cri.remove-container.u 046u 456y 7a79 667j bc83 cc86
cri.remove-sandbox.s de4k ij68 km6p ff7j gg7m ss7z hh87
cri.remove-sandbox.u 043o 453s 7a41 6645 bc4g cc4j
cri.reopen-log.s deg4 ijkg lmkv kkkx ssry ffvi ggvt hhwg
cri.reopen-log.u 24di 45dm 7ae4 66f4 bbfn bcfp ccfy
cri.run-sandbox.s de38 ij4w km5d ff5i gg5l ff5t gg5w hh66 hh6h ss6l
cri.run-sandbox.u 042k 452o 7a2x 6631 bc35 cc38
cri.runtime-config.s lmoa kkoc sswp
cri.start-container.s de71 ij92 km9j ssc3 ffcg ggcl hhd6
cri.start-container.u 045t 455x 7a66 666a bc6w cc6z
cri.stats-sandbox.s ijjc lmjr kkjt sspo fftc ggtn ffts ggu3 hhua hhuq
cri.stats-sandbox.s2 ijk1 lmkg kkki ssqi fful gguw ffuy ggv9 hhvj hhvw
cri.status.s deeb ijh4 kmhl ssm9 ffpg ggpp ffpz ggqa hhqc hhqx
cri.status.u 04c2 45c6 7acl 66de bcdx cce6
cri.stop-container.s de7o ij9p kma6 sscr ffdb ggdg hhe1
cri.stop-container.u 046d 456h 7a6r 666y bc7j cc7m
cri.stop-sandbox.s de40 ij5p km66 ff6t gg6w ss7f hh7h
cri.stop-sandbox.u 0437 453b 7a3k 663o bc3w cc3z
cri.stream-containers.s sseg
cri.stream-containers.s2 ssev
cri.stream-containers.s3 ssez
cri.stream-sandboxes.s ssa2
cri.stream-sandboxes.s2 ssah
cri.stream-sandboxes.s3 ssal
cri.update-resources.s dea2 ijcc kmct ssgn ffhl gghs hhif
cri.update-resources.u 048e 458i 7a8x 669q bc9x cca0
cri.verify-status.s de9j ijbt kmca ssg3 ffg6 gggc ffgv hhgx ggh2 hhhn
cri.verify-status.u 047w 4580 7a8f 6698 bc9e cc9h
cri.version.s de2e ij41 ff43 gg46 km4i ff4l gg4o hh4r hh59 ss5c
cri.version.u 041x 4520 7a29 bc2b 662d cc2e
startup.validated-cri.s4 ff37 gg3a hh3v
startup.validated-cri.s6 ii3d jj3i km3z ss4r
cgroup.kubelet-cgroup.s ggh6 ddhh iihj hhhk jjhm eei8 ffie kkjd mmju mnjw lljx mmjz nnk1 opko ppky
cgroup.kubelet-cgroup.s2 rrkr qqkx sslo
cgroup.kubelet-cgroup.u 88gt bbgx 99gy 99gz 88h1 bch1 cch2 aah3 aah4 77hg
startup.golang.s ggb5 iibi hhbj jjbl kkd1 mmdi mndk lldl mmdn nndp opei rren qqer ppes ssf7
startup.listen.s de45 fg46 hh4b ii4h jl4i mn4j op4p pq50 rr52 ss5d
startup.listen.u 013k 143l 443p 553t 663u 993z 7740 9940 7841 aa41 8842 cc44 bc46
startup.started.s jjwg hhwn ggwt ggwv iiwy ddx2 eexp ffy7 kky8 llyw rrz3 mmz4 qqz8 mnz9 nnze nnzf sszp opzr sszv oozx ppzz
startup.started.u 12kz 22q8 22q9 34rc 34re 55rr 44s5 66t3 88tl 77u1 77u3 99ux 99uy aav9 aava bbvv bcvz ccwo
startup.version.s ggb3 iibg hhbh jjbj dec8 ffce kkcz mmdg mndi lldj mmdl nndn opeg rrel qqep ppeq ssf5
startup.version.u 1252 22ag 34ba 55bb 34bc 88be bbbf bcbj 99bk ccbk aabl 66bm 77bt
node.not-ready.s gges qqf3 hhf5 rrf6 ssf7 ijf8 jkfc llfs deg1 ffg2 mmg4 mng6 nngo opgq nngr oogz pph6
node.not-ready.u 45ee 66eg 77eh 77et 99ev 99ex 88ez 88f1 bcff aafh aafj ccg1
startup.status-manager.s dd4d ee4e ff4f gh4h ii4w jj5r kn61 op6b pp6e qq6s rr6x ss7p
startup.status-manager.u 023w 3748 884c 994d ac4e
status.get-failed.s ddfq
status.get-failed.s2 eegp ffgs ggig hhij iije jjmh nnnn knnp opoq ppov
status.get-failed.s3 qqsa rrt1 sswc
status.get-failed.u 01bz 12cr 22ct 34de 47dh 88ep 99eq bcfa abfg
status.readiness-before-sync.s dd5y ee5z ff62 gh64 ii6j jj8a kn8k pp9m op9n qqc3 rrcl sse5
status.readiness-before-sync.u 1256 0158 375p 885u 995v bc5x ab63
status.recreated.s ddg0 eegz ffh2 ggiq hhit iijo jjmr nnnx knnz opp0 ppp5 qqsj rrta sswl
status.recreated.u 01c6 12cy 22d0 34dl 47do 88ew 99ex bcfh abfn
status.update-failed.s ddgd eehc ffhf ggj4 hhj7 iik2 jjn5 nnob knod oppe pppj
status.update-failed.s2 qqsx rrto sswz
status.update-failed.u 01ce 12d6 22d8 34du 47dx 88f5 99f6 bcfq abfw
cgroup.unexpected.s de1b fn1c nq1f ss1g rr1h de2a fn2b nq2h ss2j rr2k
cgroup.unexpected.u3 4519 6c1b 5522 6c2a
cert.expired.s di31 js3c
cert.expired.s2 di34 js3f
cert.expired.s3 di3b js3m
cert.expired.s4 di3e js3p
cert.expired.u 122d 242y 2233 4c39
cert.expired.u2 122f 2430 2235 4c3b
cert.rotation.s di3r js43
cert.rotation.u 012g 122o 243d 223i 4c3o
kuberuntime.multiple-sandboxes.s hp18 qs1c
kuberuntime.no-ready-sandbox.s hp1c qs1g
kuberuntime.no-sandbox.s hpu qsy
kuberuntime.sandbox-changed.s hp1i qs1m
kuberuntime.sandbox-no-ip.s hp1o qs1s
startup.volume-manager.s dd7j jj7w gg81 mn81 ef83 km83 gg84 hi85 op89 ss8m rr8n qq8p
startup.volume-manager.u 776r 016u 146v 466w 886x 9b7d bc7e cc7j
watchdog.start.s op3m qq3w ss3w rr3x
watchdog.unhealthy.s op3q qq40 ss40 rr41
prober.deletion.s2 dg6l ij74 hh77 kn77 ij79 op7c qq7h qq7w rr8j rs8x
`;
