/**
 * In which line of its file each minor version of the kubelet writes a message, read from the sources of its releases. Made by `node scripts/caller-lines.mjs`.
 * Each row: id of the catalogue, then for each line the first and the last minor (one digit of base 36 each, counted from 1.8) and how far the line stands behind the one before (base 36).
 */
export const CALLER_LINES_FIRST_MINOR = 8;

export const CALLER_LINES_TABLE = `
config.watching-api.s ss1f er1
cgroup.unexpected.s2 fgbi de1 hhq ij1 kk2 gg3 hha mn17 ll1 nnf op6 pp3 qq16 rs2
cgroup.unexpected.u2 012f 127g 22a 345 aau bc1 792 55t 66i
network.cni-add.s de9t ff1
network.cni-add.s2 dea1 ff1
network.cni-add.u 126z 341 348 01x 449 55d 677 88r 8a6 bc2
network.cni-add.u2 1277 341 348 01x 449
network.cni-add.u3 5590 677 88r 8a6 bc2
network.cni-del.s deab ff1
network.cni-del.s2 deak ff1
network.cni-del.u 127h 341 348 01x 449 55e 677 88r 8a6 bc2
network.cni-del.u2 127p 222 341 348 01v 44b
network.cni-del.u3 559l 677 88r 8a6 bc2
network.cni-update.s de6n ff1
network.cni-update.u 124r 341 348 448 018 557 67a 8ao bc2
gc.delete-unused.s2 dh2d ik1 os0 ln2
gc.delete-unused.u2 2c2d
cgroup.cpu-acct.s jjma km1 nn3 mn2 nn1 opb jj2 oo1 pp8 iig gg1 hh1 iii qq2 rr6 sst ss3 ee20 ff1 ddf
cgroup.cpu-acct.s2 jjmd km1 nn3 mn2 nn1 opb jj2 oo1 pp8 iig gg1 hh1 iii qq2 rr6 sst ss3 ee20 ff1 ddf
cgroup.cpu-acct.u 22lz 341 342 124 445 551 67e 779 88f 991 01q aa17 bc10 cc1 bb2
cgroup.cpu-acct.u2 22m2 341 342 124 445 551 67e 779 88f 991 01q aa17 bc10 cc1 bb2
cgroup.ensure-state.s ggh3 hh1 jm4 mn5 ii1 np1 no3 pp8 ee11 ff1 qq0 dd3 rr3 sst ss3
cgroup.ensure-state.u 12fj 22f 341 342 012 443 551 67e 779 88b 991 aa8 bck cc1 bb2
startup.container-manager.s gh7f mn0 nn2 jm1 ij1 ii1 nn0 op1 pp2 oo1 qq2 ss0 rr2 ss1 dd2 ee2 ff1
startup.container-manager.u 126v 341 444 551 014 679 894 aa1 774 bc4 bb2
volume.add-failed.s jj8h gg1 hh3 ee3 qs0 ff1 ii1 op0 op1 gh2 ii5 mn0 nn1 mm5 mm1 kl1 ddf
volume.add-failed.u 017v 123 227 46g 342 770
volume.add-failed.u2 8892 998 ab1 bch
volume.processing-error.s jj87 gg1 hh3 ee3 qs0 ff1 ii1 op0 op1 gh2 ii5 mn0 nn1 mm5 mm1 kl1 ddf
volume.processing-error.u 017i 123 227 46g 342 770 88e 998 ab1 bch
network.dns-limits.s dd3i kph qs1 ii2 eh1 jj1
network.dns-limits.s2 dd3s kph qs1 ii2 eh1 jj1
epleg.channel-full.s ii8n iid qr1 jk1 ss3 lm1 mn2 nn1 op3
epleg.gen-status-error.s ii60 ii2 iib jk1 ii1 jj1 lm2 mn2 nn1 op3
epleg.gen-status-error.s2 kk6g lm4 mn2 nn1 op3
epleg.get-cache.s ii9d iid qr1 jk1 ss3 lm1 mn2 nn1 op3 ii6 iid qr1 jk1 ss3 lm1 mn2 nn1 op3
epleg.nil-sandbox.s ii60 jk1 lm4 mn2 nn1 or3 ss4
eviction.admit-failed.s fg4n de1 hh1 kk1 ii3 lm0 jj1 mn2
eviction.admit-failed.u 023y 221 221 36c 893 771 894 aa4 ac5
eviction.cleaned.s fgbe de1 hh1 kkb ii3 jj1 lnk mn3 op8 pq1 rs5
eviction.cleaned.u 35b4 661 892 772 893 aa3 ac5 013 021 22b 221 33p
eviction.critical.s ddfk fg0 ee1 hh1 kkc ii3 jj1 lnk mn3 op8 pq1 rs6
eviction.critical.u 99fb 995 019 021 aa4 bc4 aa1 221 221
eviction.critical.u2 45f8 341 660 886 772 883 331a
eviction.evicted-ok.s ddfz fg0 ee1 hh1 kkf ii3 jj1 lnk mn3 op8 pq2 rs6
eviction.evicted-ok.u 45fn 341 660 992 995 885 772 012 021 880 aa4 bc4 aa1 221 221 33t
eviction.evicted.s fg5i de1 hh1 kk1 ii3 jj1 lm0 mq3 rs5
eviction.evicted.u 024c 221 221 33c 36h 893 771 894 aa4 ac5
eviction.must-evict.s fg9p de1 hh1 kk2 ii3 jj1 lmk mn3 oq7 rs5
eviction.must-evict.u 369g 891 773 011 021 890 aa4 ac5 222 221 3313
eviction.no-active.s fga0 de1 hh1 kk2 ii3 jj1 lmk mn3 oq7 rs5
eviction.no-active.u 369r 891 773 011 021 890 aa4 ac5 222 221 3313
eviction.ranked.s fga7 de1 hh1 kk2 ii3 jj1 lmk mn3 oq7 rs5
eviction.ranked.u 369y 891 773 011 021 890 aa4 ac5 222 221 3313
eviction.reclaim.s fg9e de1 hh1 kk2 ii3 jj1 lmk mn3 oq7 rs5
eviction.reclaim.u 3695 891 011 021 771 892 aa4 224 221 ac0 3316
eviction.reduced.s fg9l de1 hh1 kk2 ii3 jj1 lmk mn3 oq7 rs5
eviction.reduced.u 369c 891 773 011 021 890 aa4 ac5 222 221 3313
eviction.stats-failed.s fg72 de1 hh1 kk2 ii3 jj1 lmk mn3 oq7 rs5
eviction.stats-failed.u 566r 893 771 894 aa4 ac5
eviction.timeout.s fgb6 de1 hh1 kkb ii3 jj1 lnk mn3 op8 pq1 rs5
eviction.timeout.u 35aw 661 892 772 893 aa3 ac5 013 021 22b 221 33p
eviction.unable.s fgau de1 hh1 kkb ii3 jj1 lnk mn3 op8 pq1 rs5
eviction.unable.u 35ak 661 892 772 893 aa3 ac5 015 021 22b 221 33n
config.static-dir.s ss1n de1 fr1
config.static-dir.u 8c1o 371
pleg.channel-full.s dd7o eh4 ii10 jn2 qro op2 ss1j
pleg.channel-full.u 677m 8c2
pleg.container-finished.s eh88 ii10 jn2 qrm op2 ss1j
pleg.failed-reinspection.u 047j 556
pleg.ignoring-events.u 046p 556
pleg.unable-retrieve-pod.s ssc4
pleg.unable-retrieve-pods.s dh5p iiv jn2 qrg op2 ss1k
pleg.unable-retrieve-pods.u 015g 141 556 6c2
pleg.write-status.s3 hhbd gg4 iiy jn4 qr2 op4 ss26
pleg.write-status.s4 hhbf gg4 iiy jn4 qr2 op4 ss26
cgroup.unexpected.u 025t 228 344 55i 668 7a7 bc8
eviction.no-observation.s ghkp dg1 ii1 jk3 df1h gh1 gg1 ii1 jk3 op3n nn3 ln3 qs3 op1e nn3 ln3 rs1 qq2
eviction.no-observation.u 8akx 8a7 77p bc1 668 121 35d 8a2 222 331 8a4 01k 775 001 bc0 668 121 35d 224 331 01o 006
gc.delete-unused.s de8x fh6 ii2 jkb ll1f mnd npr pqg rrc ss1
gc.delete-unused.u 2a8t bc4 8a1
gc.monitor-failed.s de56 fh3 ii2 jk9 ll7 mp7 pr8 ss1
gc.monitor-failed.s2 de5g fh3 ii2 jk9 ll5 mp7 pr8 ss1
gc.monitor-failed.u 014k 129 2a8 8c5
gc.monitor-failed.u2 014v 129 2a8 bc4 8a1
gc.over-threshold.s de8g fh6 ii2 jkb llq mn7 npr pq8 rr3 ss1
gc.over-threshold.u 127x 24f
gc.over-threshold.u2 5a8c bc4 8a1
gc.removing-image.s deaf fhc ii2 jkb
gc.removing-image.s2 llcf mnd npr pqr rre ss1
gc.removing-image.u 019a 12g 2al bc4 8a1
gc.container-failed.s ggza ddf hh4 eeq ff8 iiy jje kkv llv mm2 mm1 nn9 nn1 mn4 oo21 op6 pp13 qqf qq5 rr11 rr5 ss1t
gc.container-failed.u bbwv 017 bc4 341 00h 34j ccc 669 121 222 444 225 771 771 898 891 aa2 aa1 552
gc.image-failed-once.s gg102 ddf hh4 eeq ff8 iiz jje kkv llv mm5 mm1 nn9 nn1 mn4 oo21 op6 pp13 qqf qq5 rr10 rr5 ss1s
gc.image-failed-once.u bbxn 011 bca 341 00b 34r cca 124 222 663 226 441 776 771 898 891 aa2 aa1 552
gc.image-failed.s ggzy ddf hh4 eeq ff8 iiz jje kkv llv mm5 mm1 nn9 nn1 mn4 oo21 op6 pp13 qqf qq5 rr10 rr5 ss1s
gc.image-failed.u bbxj 011 bca 341 00b 34r cca 124 222 663 226 441 776 771 898 891 aa2 aa1 552
node.get-failed.s dd1ru ee31 ggc ff3 gg5 hhl
pod.failed-delete.s dd1no ee36 gg9 ff3 gg9 hhl ii2p jj4r jj8 kk1b kkj lli mm8 nn1 nn1 ll9 mn2 mm7 oo11 op6 pp1d qq1s qq5 rr34 rr5 ss37
pod.failed-delete.u 011js 343 bb0 00j bc9 141 22k 229 ccl 445 661 771 774 99a 991 883 aa0 881 aa0 554
pod.not-runnable.s gg180 gg3 eei hh1 ff9 ii29 jj1i jj8 kkl kk8 lln mm5 ll3 mm6 mn6
pod.qos.s gg19z dd1 gg2 ee8 ffa hh1 ii2i jj1i jj8 kkq kk8 nne nn1 ll8 mm5 ll3 mm6 mn6 oo23 op6 pp13 qqk qq5 rr17 rr5 ss20
pod.qos.u 3416f bb7 bcc 01g 342 12a 00a 220 229 cc7 444 660 77a 772 99b 9a1 551 880 aa0 881
pod.trying-delete.s gg1ag dd1 gg2 ee8 ffa hh1 ii2i jj1i jj8 kkq kk8 nne nn1 ll8 mm5 ll3 mm6 mn6 ooyu op6 ooa qqa qqd pp24 ppg rrf rrd ss42
pod.trying-delete.u bb174 bcc cc1i 77g 99b 9a1 881 aa0 881
runtime.network-not-ready.s dd1pm ee36 ggc ff3 gg5 hhl
runtime.network-not-ready.s2 ii1wr jj7x jj8 kk2f kkj lli mm8 nn1 nn1 ll9 mn2 mm7 oo2a op6 qq4 qq5 pp2s rrd rr5
runtime.network-not-ready.s3 ss2im
runtime.network-not-ready.u 011ll 347 bb3 00c 12a 344 bc2 22e 229 ccq 447 661 771 774 99a 991 883 aa0 881 aa0 554
runtime.not-ready.s dd1pw ee36 ggc ff3 gg5 hhl
runtime.not-ready.s2 ii1x1 jj7x jj8 kk2f kkj lli mm8 nn1 nn1 ll9 mn2 mm7 oo2a op6 qq4 qq5 pp2s rrd rr5
runtime.not-ready.s3 ss2iw
runtime.not-ready.u 011lx 347 00f 12a 344 22g 229 44x 661 771 774 55j
runtime.not-ready.u2 bb1m5 bcs cc1d 99n 991 883 aa0 881 aa0
runtime.sanity-failed.s dd1pb ee36 ggc ff3 gg5 hhl ii2q jj7x jj8 kk2f kkj lli mm8 nn1 nn1 ll9 mn2 mm7 oo2a op6 qq4 qq5 pp2s rrd rr5 ss3j
runtime.sanity-failed.u 011l5 34a bb3 009 12a 347 bc2 22b 229 ccv 445 661 771 774 99a 991 883 aa0 881 aa0 554
runtime.status-nil.s dd1pf ee36 ggc ff3 gg5 hhl ii2q jj7x jj8 kk2f kkj lli mm8 nn1 nn1 ll9 mn2 mm7 oo2a op6 qq4 qq5 pp2s rrd rr5 ss3j
runtime.status-nil.u 011lc 347 bb3 00c 12a 344 bc2 22e 229 ccs 445 661 771 774 99a 991 883 aa0 881 aa0 554
startup.attempt-sync.s ggag hh5 kkc ll3 ii2 mm2 mm1 jj4 mn1 nn1 nn1 ff8 ee2 ops qqt pp5 rr2 ss3
startup.cadvisor-failed.s gg11t ddd hh6 eeq ff8 iiz jje jj8 kkn kk8 lln mm5 ll3 mm6 mn6 nn3 nn1 oo25 op6 pp13 qqg qq5 rr10 rr5 ss1z
startup.cadvisor-failed.u bbze 346 014 bc0 00m 34l cc5 227 663 442 123 221 777 772 898 891 aa2 551 aa0
startup.cm-failed.s gg12a ddd hh6 eeq ff8 iiz jje jj8 kkn kk8 lln mm5 ll3 mm6 mn6 nn3 nn1 oo25 op6 pp13 qqg qq5 rr10 rr5 ss1z
startup.cm-failed.u bbzt 346 bc4 3417 cc5 227 663 442 224 777 772 898 891 aa2 551 aa0
startup.no-api.s gg134 ddd hh6 eeq ff8 ii15 jj1a jj8 kkn kk8 lln mm5 ll3 mm6 mn6 nn3 nn1 oo24 op6 pp13 qqg qq5 rr10 rr5 ss1z
startup.no-api.u 01100 bbg 006 343 bc1 3410 121 22b cc6 223 666 442 778 772 896 891 aa2 aa1 555
syncloop.add.s dd1hv ee36 gg7 ff3 ggc hhl ii2v jj40 jj8 kk12 nnh kk1 nn0 ll8 mm8 lla mn3 mm6 ooq op6 qq15 qq5 pp2 rr1u rr5 ss38
syncloop.add.u 341dz bbe 012 bch 144 001 22j 229 44i 660 771 cc1 773 88d 881 994 9a1 551 aa0
syncloop.cleaning-failed.s dd1k2 ee3h gg7 ff3 ggc hhl ii2p jj40 jj8 kk12 kki ll8 mn8 nn1 ll9 mn3 mm6 oo17 op6 qq13 qq5 pp4 rr1s rr5 ss35
syncloop.cleaning-failed.u 341gg bb1 014 00m bc2 148 22k 229 ccg 442 660 771 774 88d 881 994 9a1 551 aa0
syncloop.closed.s dd1hp ee36 gg7 ff3 ggc hhl ii2v jj40 jj8 kk12 nnh kk1 nn0 ll8 mm8 lla mn3 mm6 ooq op6 qq15 qq5 pp2 rr1u rr5 ss38
syncloop.closed.u 341dt bbe 012 bch 144 001 22j 229 44i 660 771 cc1 773 88d 881 994 9a1 551 aa0
syncloop.delete.s dd1ib ee36 gg7 ff3 ggc hhl ii2v jj40 jj8 kk12 nnh kk1 nn0 ll8 mm8 lla mn3 mm6 ooq op6 qq15 qq5 pp2 rr1u rr5 ss38
syncloop.delete.u 341ef bbe 012 bch 144 001 22j 229 44i 660 771 cc1 773 88d 881 994 9a1 551 aa0
syncloop.housekeeping-slow.s ee1nn gg7 ff3 ggc hhl ii2p
syncloop.housekeeping-slow.s2 jj1vj jj8 kk12 kki ll8 mn8 nn1 ll9 mn3 mm6 oo17 op6 qq13 qq5 pp4 rr1s rr5 ss35
syncloop.pleg.s dd1ix ee36 gg7 ff3 ggc hhl ii2p jj40 jj8 kk12 nnh kk1 nn0 ll8 mm8 lla mn3 mm6 ooq op6 qq14 qq5 pp3 rr1t rr5 ss35
syncloop.pleg.u 341f8 bb1 014 bcl 001 14a 22k 229 ccd 445 660 771 774 88d 881 994 9a1 551 aa0
syncloop.probe.s dd1kh ee3m gg7 ff3 ggc hhl ii2p jj40 jj8 kk12 kki ll8 mn8 nn1 ll9 mn3 mm6 oo17 op6 qq13 qq5 pp4 rr1s rr5 ss36
syncloop.remove.s dd1i5 ee36 gg7 ff3 ggc hhl ii2v jj40 jj8 kk12 nnh kk1 nn0 ll8 mm8 lla mn3 mm6 ooq op6 qq15 qq5 pp2 rr1u rr5 ss38
syncloop.remove.u 341e9 bbe 012 bch 144 001 22j 229 44i 660 771 cc1 773 88d 881 994 9a1 551 aa0
syncloop.restore.u 341ej 1411 22k 229 44i 660 771 774 88d 881 994 9a1 551 aa0
syncloop.skip.s dd1g5 ee36 gg7 ff3 ggc hhl ii2v jj40 jj8 kk12 nnh kk1 nn0 ll8 mm8 lla mn3 mm6 ooq op6 qq14 qq5 pp3 rr1t rr5 ss38
syncloop.skip.u 341c9 01k 34h 124 001 22f 229 44i 660 771 661 773 88d 881 556
syncloop.skip.u2 bb1cn bbe bc5 cc1h 99l 9a1 aa1
syncloop.start.s dd1fh ee36 gg7 ff3 ggc hhl ii2v jj40 jj8 kk12 nnh kk1 nn0 ll8 mm8 lla mn3 mm6 ooq op6 qq14 qq5 pp3 rr1t rr5 ss38
syncloop.start.u 341bs bb7 01j bc0 34b 12a 001 229 229 ccd 445 660 771 774 99b 9a1 881 aa0 881 556
syncloop.unhealthy.u 341g5 bb1 014 00m bc2 148 22k 229 ccg 442 660 771 774 88d 881 994 9a1 551 aa0
syncloop.update.s dd1i2 ee36 gg7 ff3 ggc hhl ii2v jj40 jj8 kk12 nnh kk1 nn0 ll8 mm8 lla mn3 mm6 ooq op6 qq15 qq5 pp2 rr1u rr5 ss38
syncloop.update.u 341e6 bbe 012 bch 144 001 22j 229 44i 660 771 cc1 773 88d 881 994 9a1 551 aa0
volume.mount-timeout.s dd1bg gg1 gg3 ee8 ffa hh1 ii2i jj1i jj8 kko kk8 nng nn1 ll6 mm7 ll1 mm8 mn6 oo19 op6 pp13 qqq qq5 rr1c rr5 ss1z
volume.mount-timeout.u 3417u 01s 349 12a 003 227 229 44b 660 77a 774 55b
volume.mount-timeout.u2 bb183 bcc cc1i 99r 9a1 881 aa0 881
network.pod-cidr.s qr1b ss1 ghc ip1 dff
network.pod-cidr.u 3421 442 5c2 123b 0128
network.iptables.s de1k ff1 ggj
network.iptables.s2 de1s ff1 ggj
network.iptables.s3 pp1d kp1 ss3 qr1 hj9
network.iptables.s4 pp1l kp1 ss3 qr1 hj9
network.iptables.u cc1k
network.iptables.u2 cc1s
node.fast-update.s ssbz rr1a ss4 mn7 qq1 ik4 lm4 op5 nn10 opc oo1
node.fields-failed.s dega fh9 ss26 iks mn5 lm5 rr4 ss8 qq4 opf nne opc oon
node.fields-failed.u 44cv 55h 66m 773 881 01cu 126 004 2224 347 226 341b
node.fields-failed.u2 9aeg bc14 cc3
node.previously.s fk30 de1 mn2 lm1 nn3 opa ss0 rr1 oq1 oo1 ss0
node.previously.u bc30 cc1 443 9a0 582 348 341 124 017
node.recording-event.s defe fh9 ss24 iku mn5 lm5 rr4 ss6 qq6 opf nne opc oon
node.recording-event.u 22bq 223 444 122 018 342 555 66m 773 881 9ae bc14 cc5
node.register-failed.s fk2k de1 mn2 lm1 nn3 op9 ss0 rr1 oq1 oo1 ss0
node.register-failed.s2 fk2q de1 mn2 lm1 nn3 op9 ss0 rr1 oq1 oo1 ss0
node.register-failed.s3 fk2u de1 mn2 lm1 nn3 opa ss0 rr1 oq1 oo1 ss0
node.register-failed.s4 op2w ss0 rr1 oq1 oo1 ss0
node.register-failed.u 442k 9c0 cc1 581 348 341 123 011
node.register-failed.u2 442q 9c0 cc1 581 348 341 123 011
node.register-failed.u3 442u 9c0 cc1 581 348 341 123 011
node.register-failed.u4 2244 122 017
node.registered.s fk21 de1 mn1 lm1 ss2 np1 rr1 oq1 ss0 oo1
node.registered.u 4421 9c0 cc1 581 346 341 123 011
node.registering.s fk1y de1 mn1 lm1 ss2 np1 rr1 oq1 ss0 oo1
node.registering.u 441y 9c0 cc1 581 346 341 123 011
node.update-failed.s fhcf dea ss8 rr1a ss4 mn7 qq1 ik4 lm4 op5 nn10 opc oo1
node.update-failed.u 44a5 221 551 665 123 780 013 340 341 9aa bc14 cc5
node.update-retry.s fhcs dea ss9 rr19 ss5 mn6 qq1 ik4 lm4 op5 nn10 opc oo1
node.update-retry.s2 ssc3 rr1a ss4 mn7 qq1 ik4 lm4 op5 nn10 opc oo1
node.update-retry.u 22ae 223 440 553 123 662 011 782 342 341 9ab bc14 cc5
pod.qos-kill.s ggnr ff3 ee2 jj1 dd1 hi2 kl8 mm2a mm7 mn5 nn7 oo7 pp5 op2 rr1m qq3 ss1
pod.qos-kill.u 01lg 55w 349 441 787 885 121 aa3 663 990 aa2 993 224 228 cc2 bc1 bb2
volume.orphan-dir-failed.s dd4s ei1u jld rs0 jq2
volume.orphan-dir-failed.s2 ei6e jlc rs0 jq2
volume.orphan-dir-failed.u 123d 011 25b 6ce
volume.orphan.s2 dd4z ei1u jlg rs0 jq2
volume.orphan.s3 ei6a jlb rs0 jq2
volume.orphan.u2 123k 011 25b 6ce
kuberuntime.kill-failed.s ddj6 hh16 ii7 ef5 gg8 jjk kk3 ll12 mm9 mn5 nno op1 pp1c qq9 qq6 rro ssd ss6
kuberuntime.kill-failed.u bcie
kuberuntime.killing-grace.s hhji ii7 ef5 gg8 jjk kk3 llp mm9 mn5 nno op1 pp1d qq8 qq6 rro ssd ss6
kuberuntime.killing-grace.u bbhn bc1
kuberuntime.killing-override.s2 ddid
kuberuntime.poststart.s ef7u hi0 gg3 jj1 kk1 lnh nnb op1 pp8 qq2 qq1 ss0 rs1
kuberuntime.prestop-failed.s ddeu ef1j hh1 gg3 ii3 jj12 kk1 lli mm9 mn5 nno op1 pp1d qq7 qq6 rro ssd ss6
kuberuntime.prestop-failed.u 22cs 346 442 773 551 661 883 017 997 124 bbv bc1 aac
kuberuntime.prestop-timeout.s ddf2 ef1j hh1 gg3 ii4 jj12 kk1 lli mm9 mn5 nno op1 pp1d qq7 qq6 rro ssd ss6
kuberuntime.prestop-timeout.u 22cz 346 442 773 551 661 883 017 997 124 bbv bc1 aac
kuberuntime.termination-failed.s ddii hh15 ii7 ef5 gg8 jjk kk3 llp mm9 mn5 nno op1 pp1d qq8 qq6 rro ssd ss6
kuberuntime.termination-failed.u 22ft 346 442 554 774 662 883 012 12b 991 bbz bc1 aac
kuberuntime.gc-remove-sandbox.s dh50 ii1 jp3 qs2
kuberuntime.gc-remove-sandbox.u 014c 151 bc8 668 7a1 bb6
kuberuntime.gc-stop-sandbox.s dh4w ii1 jp3 qs2
kuberuntime.gc-stop-sandbox.u 0148 151 66g 7a1 bb6
kuberuntime.pull-failed.s pp16 qs1 dh8 ik2 lp2
kuberuntime.pull-failed.u 021e 8a0 271 bc0
kuberuntime.backoff.u 01ju 00o 24j 121
kuberuntime.container-statuses-failed.s ddsa hh6 eep iif gg5 ff3 iid jj92 kk3 jj7 jjb kk3 jj7 mmw mn1 mm1 kk3 ll1 kk9 ll3 mm3 mn1 mm1 kk3 ll1 kk9 ll3 nn1t nnl op1a opl ppm ppl qq1o qql qqc qql rr4j rrl rrc rrl
kuberuntime.container-statuses-failed.s2 ss1lh ssm
kuberuntime.container-statuses-failed.u 01n2 00o 341 44b 555 242 121 77o 774 66f 88i bbe aa3 993 bcb cce
kuberuntime.create-sandbox-failed.s2 hhlg iia dd8 eep gg0 ffh kk7z jj3 jja mmy mn1 mm1 nn2 kk1 ll1 kk9 ll3 op1h ppf qq2j qqa rr5p rra ss1a
kuberuntime.create-sandbox-failed.u 01h3 00h 24e 121 44a 555 77q 774 661 88h bbe aa3 992 bcc cce
kuberuntime.kill-failed.s2 hhjq iia ddo gg9 eed ff4 kk7l jja jja mmr mn1 mm1 nn2 kk1 ll1 kk9 ll3 op1h ppf qq20 qqa rr4z rra rr8 rra sss ssi
kuberuntime.message.s hhi1 iia ddo gg9 eed ff4 kk7h jjd jja mmm mn1 mm1 nn2 kk1 ll1 kk9 ll3 op1h ppd qq23 qqa rr3j rra ss19
kuberuntime.message.u 01ee 00h 24e 121 44a 555 77q 774 661 88g bbd aa3 992 bcc cce
kuberuntime.multiple-sandboxes.u bbc1 aa3 992 bc1 cce
kuberuntime.no-ready-sandbox.u 01as 14f 44b 551 777 665 880 bba aa3 992 bc1 cce
kuberuntime.no-sandbox.u 01aa 14f 44b 551 777 665 880 bba aa3 992 bc1 cce
kuberuntime.podcidr.s ddt0 hh6 eep ggk ff3 iig jj9m kk3 jj7 mm1h mn1 mm1 kk3 ll1 kk9 ll3 nn2m op1v pp18 qq2a qqx rr5l rrx ss1f
kuberuntime.podcidr.u 01oa 00o 341 44b 555 242 121 776 774 66i 88f bbe aa3 993 bcb cce
kuberuntime.sandbox-changed.u 01az 24e 121 44a 551 777 665 880 bba aa3 992 bc1 cce
kuberuntime.sandbox-no-ip.u 00b5 24e 121 44a 551 777 665 880
kuberuntime.sandbox-no-ip.u2 bbch aa3 992 bc1 cce
kuberuntime.sandbox-status-of-pod.s ddrv hh3 ees ii6 ggb ff6 jj96 kk3 jj7 mm1h mn1 mm1 kk3 ll1 kk9 ll3 nn2e op1v pp16 qq29 qqx rr54 rrx
kuberuntime.sandbox-status-of-pod.s2 ss1ks
kuberuntime.sandbox-status-of-pod.u 01mo 00o 341 44b 555 242 121 77n 774 66c 88l bbe aa3 993 bcb cce
startup.runtime-init.s dd66 ggh hh1 ee4 ii0 ff4 jk9 ll1 jk1 ll1 mn1 nn1 op7 ppa qqc rr3 qq7 rr3 ss4
startup.runtime-init.u 014u 14c 44b 551 777 882 bb1 662 9a1 bc3 cc2
kuberuntime.create-sandbox-failed.s dd1w eg2 pp0 ss0 hh1 qr0 ip1
kuberuntime.create-sandbox-failed.u2 021h 342 4a2 bb1 bc1 455 6a3 bb1 bc1
device.unhealthy.s hh6a ij4 ikb ln1 pq7 op3 nn1 rr0 de6d fg8 gg1
device.unhealthy.s2 hh9j ij8 ikg ln8 qq11 nn1 pp3 op3 rs1 de26 fg8 gg1
device.unhealthy.s3 ss71
device.unhealthy.u 22au 221 346 341 44v 551 66a 778 88n 996 ccf bc2 aa1
device.unhealthy.u2 44bh 551 66a 778 88n 996 ccf bc2 aa1
volume.operation-failed.u 027b 264 793 8ev fhy gsd
volume.operation-failed.u2 8e7u fhy gsd
cgroup.create-failed.s dd1l ee3 ss0 fn1 rr0 mq1
cgroup.create-failed.u 691e 551 ac6
shutdown.killed.s qs4q op1 pp1
shutdown.killing.s qs47 op2
shutdown.timeout.s2 qs5y op1 pp1
shutdown.creating.s qq2x rs1 op2 ffg gga hh2 in1
shutdown.done.s dd7q qqh ee2 op1 rsl gg5 hh2 in1 ffg
shutdown.done.u cc70
shutdown.event.s dd4p eeo ff13 qq1 op3 rsl gg5 hh2 in1
shutdown.event.s2 ff6o qq1 op3 rsl gg5 hh2 in1
shutdown.event.u cc4a
shutdown.killed.u cc6g
shutdown.killing.u cc64
shutdown.processing.s dd66 eeo ff17 qq1 op3 rsl gg5 hh2 in1
shutdown.processing.u cc5g
shutdown.restart-watch.s ee3c qq12 ff1 rs0 op2 ggq hh2 in1
shutdown.timeout.s dd7m eej
shutdown.timeout.u cc6w
oom.event.s de24 fh1 ip6 ss1 pr1
oom.event.u 771o 892 ace
podworker.cancel.s eekn ff4r ggx gie jj8s jjd lm4 kk2 mp1 qsn
podworker.error-syncing.s dd5a eefh ff4r ggx gie jj8s jjd lm4 kk2 mp1 qsn
podworker.error-syncing.u 0152 144 574 8c1
podworker.ignored.s eed5 ff22 gg5 gie
podworker.ignored.s7 lpkq jk2 ssf qr3
prober.errored.s jp2w ii2 hh5 de2 fg5
prober.errored.s2 pq2w
prober.errored.s3 rs2y
prober.errored.u 012t 165 771 894 bc3 aa7
prober.failed.s jp2z ii2 hh5 de2 pq4 fg1 rs1
prober.failed.u 012y 165 771 894 bc1 aa7
prober.unknown.s pq3h rs2
prober.unknown.s2 pq3l rs2
cri.connect.s2 de1g fg4 hh4 jjf ii2 kmb ssg
cri.connect.u2 041c 4c4
cri.image-status.s de2f jj1d ii4 km9 ffb gg1 hh4 ffg gg2 hh4 ssu
cri.image-status.u 042b 4c4
cri.imagefs.s de48 jj1k ii4 kmk ff1k gg2 hh4 ff3 gg2 hh4 ss0
cri.imagefs.u 0442 454 6c1
cri.list-images.s de1z jj18 ii4 fg2 hh4 km3 fg4 hh4 ssp
cri.list-images.u 041v 4c4
cri.pull.s de36 jj1h ii4 km9 ff10 gg2 hh4 ffe gg2 hh4 ss8
cri.pull.u 0430 454 6c1
cri.pull.u2 0436 454 6c1
startup.validated-cri.s2 fg2j hh4
startup.validated-cri.s5 ii2p jj1 kmd sst
cri.connect.s4 de1s ffe gg3 iih jj2 hh2 kmf
cri.connect.s5 ss3r
cri.connect.u3 0217
cri.connect.u4 041e 453 7c8 663 cc0
cri.container-stats.s def2 ij2x kmh ss4q ff3s ggb ff5 ggb hh7 hhg
cri.container-stats.s2 defo ij31 lmf kk2 ss4t ff49 ggb ff2 ggb hha hhd
cri.container-stats.u 04d5 454 7ai 6610 bbh bc1 cc9
cri.container-stats.u2 bcen cc9
cri.container-status.s de9a ij29 kmh ss3t ff3 gg6 ffj hh2 gg5 hhl
cri.container-status.u 047q 454 7ad 66q bc8 cc3 043g 454 7ag 66x
cri.create-container.s de6c ij22 kmh ff23 gg5 ssb ff6 hh4 gg1 hhl
cri.create-container.u 0457 454 7a9 664 bck cc3
cri.events.s ijm6 lmf kk2 ss73
cri.events.s2 iimd jj3 lmf kk2 ss75
cri.events.s3 iimh jj3 lmf kk2 ss75
cri.exec-sync.s deay ij2d kmh ss3w ff11 gg7 hhn ff1 gg7 hhn
cri.exec-sync.u 0498 454 7af 66t bc9 cc3
cri.list-containers.s de8q ij24 kmh ss2r ffp gg5 ff8 gg5 hh8 hhd
cri.list-containers.u 047a 454 7ab 66a bcm cc3
cri.list-sandbox.s de5r ij1y kmh ss1h ff4 gg5 ff9 gg5 hh7 hhe
cri.list-sandbox.u 044p 454 7a9 664 bch cc3
cri.remove-container.s de88 ij20 kmh ss2m ffq gg5 hhl
cri.remove-container.u 046u 454 7ab 66a bck cc3
cri.remove-sandbox.s de4k ij1o kmh ffu gg3 ssd hh8
cri.remove-sandbox.u 043o 454 7a9 664 bcb cc3
cri.reopen-log.s deg4 ij4c lmf kk2 ss71 ff3k ggb hhn
cri.reopen-log.u 24di 454 7ai 6610 bbj bc2 cc9
cri.run-sandbox.s de38 ij1o kmh ff5 gg3 ff8 gg3 hha hhb ss4
cri.run-sandbox.u 042k 454 7a9 664 bc4 cc3
cri.runtime-config.s lmoa kk2 ss8d
cri.start-container.s de71 ij21 kmh ss2k ffd gg5 hhl
cri.start-container.u 045t 454 7a9 664 bcm cc3
cri.stats-sandbox.s ijjc lmf kk2 ss5v ff3o ggb ff5 ggb hh7 hhg
cri.stats-sandbox.s2 ijk1 lmf kk2 ss60 ff43 ggb ff2 ggb hha hhd
cri.status.s deeb ij2t kmh ss4o ff37 gg9 ffa ggb hh2 hhl
cri.status.u 04c2 454 7af 66t bcj cc9
cri.stop-container.s de7o ij21 kmh ss2l ffk gg5 hhl
cri.stop-container.u 046d 454 7aa 667 bcl cc3
cri.stop-sandbox.s de40 ij1p kmh ffn gg3 ssj hh2
cri.stop-sandbox.u 0437 454 7a9 664 bc8 cc3
cri.stream-containers.s sseg
cri.stream-containers.s2 ssev
cri.stream-containers.s3 ssez
cri.stream-sandboxes.s ssa2
cri.stream-sandboxes.s2 ssah
cri.stream-sandboxes.s3 ssal
cri.update-resources.s dea2 ij2a kmh ss3u ffy gg7 hhn
cri.update-resources.u 048e 454 7af 66t bc7 cc3
cri.verify-status.s de9j ij2a kmh ss3t ff3 gg6 ffj hh2 gg5 hhl
cri.verify-status.u 047w 454 7af 66t bc6 cc3
cri.version.s de2e ij1n ff2 gg3 kmc ff3 gg3 hh3 hhi ss3
cri.version.u 041x 453 7a9 bc2 662 cc1
startup.validated-cri.s4 ff37 gg3 hhl
startup.validated-cri.s6 ii3d jj5 kmh sss
cgroup.kubelet-cgroup.s ggh6 ddb ii2 hh1 jj2 eem ff6 kkz mmh mn2 ll1 mm2 nn2 opn ppa
cgroup.kubelet-cgroup.s2 rrkr qq6 ssr
cgroup.kubelet-cgroup.u 88gt bb4 991 991 882 bc0 cc1 aa1 aa1 77c
startup.golang.s ggb5 iid hh1 jj2 kk1g mmh mn2 ll1 mm2 nn2 opt rr5 qq4 pp1 ssf
startup.listen.s de45 fg1 hh5 ii6 jl1 mn1 op6 pqb rr2 ssb
startup.listen.u 013k 141 444 554 661 995 771 990 781 aa0 881 cc2 bc2
startup.started.s jjwg hh7 gg6 gg2 ii3 dd4 een ffi kk1 llo rr7 mm1 qq4 mn1 nn5 nn1 ssa op2 ss4 oo2 pp2
startup.started.u 12kz 2259 221 3413 342 55d 44e 66y 88i 77g 772 99u 991 aab aa1 bbl bc4 ccp
startup.version.s ggb3 iid hh1 jj2 dep ff6 kkl mmh mn2 ll1 mm2 nn2 opt rr5 qq4 pp1 ssf
startup.version.u 1252 225e 34u 551 341 882 bb1 bc4 991 cc0 aa1 661 777
node.not-ready.s gges qqb hh2 rr1 ss1 ij1 jk4 llg de9 ff1 mm2 mn2 nni op2 nn1 oo8 pp7
node.not-ready.u 45ee 662 771 77c 992 992 882 882 bce aa2 aa2 cci
startup.status-manager.s dd4d ee1 ff1 gh2 iif jjv kna opa pp3 qqe rr5 sss
startup.status-manager.u 023w 37c 884 991 ac1
status.get-failed.s ddfq
status.get-failed.s2 eegp ff3 gg1o hh3 iiv jj33 nn16 kn2 op11 pp5
status.get-failed.s3 qqsa rrr ss3b
status.get-failed.u 01bz 12s 222 34l 473 8818 991 bck ab6
status.readiness-before-sync.s dd5y ee1 ff3 gh2 iif jj1r kna pp12 op1 qq2g rri ss1k
status.readiness-before-sync.u 1256 012 37h 885 991 bc2 ab6
status.recreated.s ddg0 eez ff3 gg1o hh3 iiv jj33 nn16 kn2 op11 pp5 qq3e rrr ss3b
status.recreated.u 01c6 12s 222 34l 473 8818 991 bck ab6
status.update-failed.s ddgd eez ff3 gg1p hh3 iiv jj33 nn16 kn2 op11 pp5
status.update-failed.s2 qqsx rrr ss3b
status.update-failed.u 01ce 12s 222 34m 473 8818 991 bck ab6
cgroup.unexpected.s de1b fn1 nq3 ss1 rr1 det fn1 nq6 ss2 rr1
cgroup.unexpected.u3 4519 6c2 55r 6c8
cert.expired.s di31 jsb
cert.expired.s2 di34 jsb
cert.expired.s3 di3b jsb
cert.expired.s4 di3e jsb
cert.expired.u 122d 24l 225 4c6
cert.expired.u2 122f 24l 225 4c6
cert.rotation.s di3r jsc
cert.rotation.u 012g 128 24p 225 4c6
kuberuntime.multiple-sandboxes.s hp18 qs4
kuberuntime.no-ready-sandbox.s hp1c qs4
kuberuntime.no-sandbox.s hpu qs4
kuberuntime.sandbox-changed.s hp1i qs4
kuberuntime.sandbox-no-ip.s hp1o qs4
startup.volume-manager.s dd7j jjd gg5 mn0 ef2 km0 gg1 hi1 op4 ssd rr1 qq2
startup.volume-manager.u 776r 013 141 461 881 9bg bc1 cc5
watchdog.start.s op3m qqa ss0 rr1
watchdog.unhealthy.s op3q qqa ss0 rr1
prober.deletion.s2 dg6l ijj hh3 kn0 ij2 op3 qq5 qqf rrn rse
`;
