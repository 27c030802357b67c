import type { audit as english } from '../en/audit.js';

export const audit = {
	'audit.verified': '✅ <@{userId}>, {purchase} satın alımını doğruladı',
	'audit.returned': '🔁 <@{userId}>, {purchase} ile geri döndü',
	'audit.verifiedMany': '✅ {count, plural, one {# satın alma} other {# satın alma}} doğrulandı: {items}',
	'audit.purchase': '**{item}** ({licence})',
	'audit.purchaseWithoutLicence': '**{item}**',
	'audit.refused': '⛔ <@{userId}> doğrulanmadı: {reason} · referans `{reference}`',
	'audit.refused.invalid': 'pazar yeri kodu tanımıyor',
	'audit.refused.taken': 'kod başka bir üyeye ait',
	'audit.refused.uncheckable': 'pazar yerine sorulamadı',
	'audit.refusedMany': '⛔ Reddedilen: {count, number}',
	'audit.limit.member': '🛑 <@{userId}> çok fazla yanlış kod gönderdi ve beklemesi gerekiyor',
	'audit.limit.guild':
		'🛑 Bu sunucuda çok fazla yanlış kod, sonuncusu <@{userId}> tarafından: yanlış kod gönderenler birkaç dakika bekler',
	'audit.limit.lookup':
		'🛑 <@{userId}> burada kimsenin doğrulamadığı çok sayıda kod aradı ve beklemesi gerekiyor',
	'audit.rolesBlocked':
		'⚠️ Roller verilemiyor: {trouble} Satın alımlar kaydedildi, roller kendiliğinden gelecek.',
	'audit.revoked':
		'↩️ <@{userId}> kullanıcısının **{item}** satın alımı artık geçerli değil, rolleri kaldırılıyor',
	'audit.reinstated':
		'✅ <@{userId}> kullanıcısının **{item}** satın alımı yeniden geçerli, rolleri geri geliyor',
	'audit.renewed': '✅ <@{userId}>, **{item}** desteğini yeniledi',
	'audit.endedHere':
		'🔓 <@{userId}> kullanıcısının **{item}** satın alması bu sunucuda artık sayılmıyor, rolleri kaldırılıyor',
	'audit.revokingStopped':
		'⚠️ Bugün {limit} sayısından fazla satın alım geçersiz oldu. Bu bir kesinti ya da değişmiş bir anahtar gibi görünüyor, bu yüzden bugün başka geri alım yapılmayacak. Lütfen pazar yerini kontrol et.',
	'audit.setup': '⚙️ <@{userId}> kurulumu değiştirdi: {change}',
	'audit.setup.buyerRole': 'alıcı rolü artık <@&{roleId}>',
	'audit.setup.supportedRole': 'destekli rol artık <@&{roleId}>',
	'audit.setup.noSupportedRole': 'artık destekli rol yok',
	'audit.setup.auditChannel': 'denetim kanalı artık <#{channelId}>',
	'audit.setup.noAuditChannel': 'artık denetim kanalı yok',
	'audit.setup.rule':
		'**{subject}** {kind, select, item {ürününün} category {kategorisinin} other {lisans türünün}} alıcıları artık <@&{roleId}> alıyor',
	'audit.setup.noRule':
		'**{subject}** {kind, select, item {ürünü} category {kategorisi} other {lisans türü}} için artık rol yok',
	'audit.badKey':
		'⚠️ Pazar yeri, API anahtarını bir yazarınki olarak kabul etmiyor. MARKETPLACE_API_KEY düzeltilip bot yeniden başlatılana kadar kimse doğrulanamaz.',
	'audit.answeredElsewhere':
		'⚠️ Bu token ile başka bir bot da yanıt veriyor. İkinci bir bot başlatmadıysan token birinin elinde: uygulamanın Bot sayfasında yenisini oluştur.',
	'audit.emptyStore':
		'⚠️ Komutlar zaten kayıtlıyken veritabanı boş. İlk başlatmada bu normaldir. Bot daha önce kullanıldıysa durdur ve DATABASE_URL değerini denetle: her kod yeni sayılır.',
	'audit.otherAccount':
		'⚠️ API anahtarı artık pazar yerinin başka bir hesabına ait: **{seen}** (önceki: **{known}**). Botu çalıştıran kişi yeni hesabı `npm run claims -- confirm-account` ile onaylayana veya doğru `MARKETPLACE_API_KEY` değerini ayarlayana kadar hiçbir kod kontrol edilmez, hiçbir şey geçersiz kılınmaz.',
	'audit.clockOff':
		'⚠️ Botun çalıştığı makinenin saati {minutes, plural, one {# dakika} other {# dakika}} yanlış. Düzelene kadar hiçbir şey geçersiz kılınmaz ve ayrılmış hiçbir yer açılmaz: lütfen orada saatin eşitlenmesini sağla.',
	'audit.theRole': 'bu rol',
	'audit.trouble.missing-permission': '**Rolleri Yönet** iznine ihtiyacım var, konu: {role}.',
	'audit.trouble.role-too-high':
		'{role} benim rolümün üzerinde. Sunucu Ayarları → Roller bölümünde rolümü onun üzerine sürükle.',
	'audit.trouble.no-buyer-role': 'alıcı rolü ayarlanmamış. Lütfen bir tane ayarla.',
	'audit.trouble.role-missing': '`{roleId}` rolü bu sunucuda yok. Lütfen başka bir tane ayarla.',
	'audit.trouble.role-not-assignable':
		'{role} bir entegrasyona ait ve kimse veremez. Lütfen başka bir tane ayarla.',
	'audit.trouble.refused':
		'Discord neden belirtmeden reddediyor, konu: {role}. Bot ile Discord arasında bir proxy varsa onu kontrol et.',
	'audit.trouble.guild-gone': 'Artık sunucuda değilim. Lütfen beni yeniden davet et.',
} satisfies Record<keyof typeof english, string>;
