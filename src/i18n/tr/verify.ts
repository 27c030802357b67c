import type { verify as english } from '../en/verify.js';

export const verify = {
	'verify.notACodeTitle': 'Bu bir satın alma kodu değil',
	'verify.notACode':
		'Bir kod şöyle görünür: `xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx`. Onu makbuz e-postasında ve mağazanın indirmeler sayfasında bulursun.\n\nSipariş numarası ya da başka bir mağazanın lisans anahtarı burada işe yaramaz.',
	'verify.invalidTitle': 'Geçersiz satın alma kodu',
	'verify.invalid':
		'Mağaza bu kodu tanımıyor. Lütfen makbuzundan bir kez daha, tam ve değiştirmeden kopyala: tek bir eksik harf yeter.\n\nSatın alım iade edildiyse kodu artık çalışmaz. Hâlâ olmuyor mu? Ekibe bu referansı göster, **asla kodun kendisini değil**.',
	'verify.takenTitle': 'Bu kod zaten kullanılıyor',
	'verify.taken':
		'Başka bir üye onunla doğrulandı ve bir kod tek kişi içindir. Bu senin satın alımınsa ekibe sor ve bu referansı göster, **asla kodun kendisini değil**.',
	'verify.limitedTitle': 'Çok fazla yanlış kod',
	'verify.limited':
		'Lütfen {when} tekrar dene. Bu arada doğru kodu bul: makbuz e-postasında ve mağazanın indirmeler sayfasında.',
	'verify.busyTitle': 'Kodların hâlâ kontrol ediliyor',
	'verify.busy':
		'Lütfen daha önce gönderdiğin kodların yanıtlarını bekle, sonra bir sonrakini gönder. Bu kod kontrol edilmedi ve sayılmaz.',
	'verify.oftenTitle': 'Kısa sürede çok fazla kod',
	'verify.often': 'Pazar yerine bir seferde yalnızca birkaç kod sorulur. Lütfen {when} tekrar dene.',
	'verify.verifiedTitle': 'Satın alım doğrulandı',
	'verify.returningTitle': 'Tekrar hoş geldin',
	'verify.verified': '**{item}** artık burada senin. Satın aldığın için teşekkürler!',
	'verify.returning': '**{item}** zaten senin.',
	'verify.renewedTitle': '✅ Destek yenilendi',
	'verify.renewed': '**{item}** için destek {date} tarihine kadar geçerli ({when}).',
	'verify.licence': 'Lisans',
	'verify.support': 'Destek',
	'verify.supportNone': 'dahil değil',
	'verify.supportUntil': '{date} tarihine kadar',
	'verify.supportEnded': '{date} tarihinde sona erdi',
	'verify.roleGranted': 'Alıcı rolün var.',
	'verify.roleWaiting': 'Rolün yolda. Geldiğinde bu mesaj değişecek, bir şey yapmana gerek yok.',
	'verify.roleBlocked':
		'Yalnızca rol eksik: bu sunucu şu anda onu vermeme izin vermiyor. **Ekibin bunu düzeltmesi gerek** ve haberleri var. Satın alımın güvenle kaydedildi, rol kendiliğinden gelecek.',
	'verify.roleUnchosen': 'Ekip alıcılar için bir rol seçince rolünü alacaksın. Haberleri var.',
	'verify.roleMemberLeft':
		'Artık bu sunucunun üyesi değilsin. Satın alımın güvenle kaydedildi: geri gel ve /doğrula komutunu yeniden kullan.',
	'verify.uncheckableTitle': 'Kodun şu anda kontrol edilemiyor',
	'verify.uncheckable':
		'Mağaza düzgün bir yanıt vermiyor. Bu, kodun hakkında bir şey söylemez ve bu deneme sayılmaz.',
	'verify.againSoon': 'Lütfen birkaç dakika sonra tekrar dene.',
	'verify.againAt': 'Lütfen {when} tekrar dene.',
	'verify.staffTold': 'Ekibin haberi var. Lütfen daha sonra tekrar dene.',
	'verify.reference': 'Referans {id}',
} satisfies Record<keyof typeof english, string>;
