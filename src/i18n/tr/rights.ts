import type { rights as english } from '../en/rights.js';

export const rights = {
	'setup.takes.management':
		'⛔ Kaydedilmedi: bunun için sunucuda **Sunucuyu Yönet** ve **Rolleri Yönet** izinleri gerekir.',
	'setup.takes.administrator': '⛔ Kaydedilmedi: ekip rollerini bir yönetici seçer.',
	'setup.refused.out-of-reach': '⛔ <@&{roleId}> kaydedilmedi: en yüksek rolünün altında değil.',
	'setup.refused.administrator': '⛔ <@&{roleId}> kaydedilmedi: bu bir yönetici rolü.',
	'setup.refused.is-staff':
		'⛔ <@&{roleId}> kaydedilmedi: bu bir ekip rolü; satın alma asla böyle bir rol vermez.',
	'setup.refused.is-given':
		'⛔ <@&{roleId}> kaydedilmedi: satın almalar bu rolü veriyor, yani her alıcı ekipten olurdu.',
	'setup.refused.self-chosen': '⛔ <@&{roleId}> kaydedilmedi: üyeler bu rolü kendilerine verebiliyor.',
	'setup.unusableChannel': '⛔ Kaydedilmedi: bu, bu sunucunun mesaj yazılabilen bir kanalı değil.',
	'setup.tooManyRules': '⛔ Kaydedilmedi: böyle {most, number} rol zaten var. Önce birini kaldır.',
	'setup.staff':
		'**Ekip rolleri** · Rolleri Yönet izni olmadan satın almalarla ilgilenebilir; bir yönetici seçer (isteğe bağlı)',
	'setup.staffHow': '-# Bu rollerin komutları da görmesini sağla: Sunucu Ayarları → Entegrasyonlar → bu bot.',
	'setup.lookAtPowers': 'Yetkilerine bak',
	'setup.confirm.powers':
		'⚠️ Her alıcı şunları alırdı: {powers}\nSunucu Ayarları → Roller bölümünde bunları kaldır (rol: {role}).',
	'setup.confirm.channels': '⚠️ Alıcılar şunları görürdü: {channels}',
	'setup.confirm.holders':
		'⚠️ {count, plural, one {# üyede} other {# üyede}} {role} zaten var. Bundan sonra satın almalar belirler: burada doğrulayan ve bu rol için satın alması olmayan onu kaybeder.',
	'setup.confirm.someHolders':
		'⚠️ Bazı üyelerde {role} zaten olabilir. Bundan sonra satın almalar belirler: burada doğrulayan ve bu rol için satın alması olmayan onu kaybeder.',
	'setup.confirm.openChannel':
		'⚠️ Sunucudaki herkes {channel} kanalını okuyabilir: kimin neyi doğruladığını ve ekibin ne yaptığını.',
	'setup.confirm.use': 'Yine de kullan',
	'setup.confirm.another': 'Başka bir tane seç',
	'audit.trouble.role-powerful':
		'{role} sunucu üzerinde yetki veriyor ve bunu kimse onaylamadı. Sunucu Ayarları → Roller bölümünde izinlerini kaldır ya da `/kurulum sunucu` içinde onayla.',
	'audit.setup.powers': 'şu rolün izinleri onaylandı: <@&{roleId}>',
	'audit.setup.staffRoles': 'ekip rolleri artık: {roles}',
	'audit.setup.noStaffRoles': 'artık ekip rolü yok',
	'finding.staffRole.says':
		'{role} kimseyi ekipten yapmıyor: artık yok, bir uygulamaya ait ya da herkes alabiliyor.',
	'panel.mayNotPost':
		'⛔ Şurada gömülü bağlantılarla yazamıyorsun, bu yüzden senin için orada paylaşmıyorum: {channel}.',
	'panel.limited': '⏳ Bu sunucuda paneller sık sık değiştirildi. Tekrar dene: {when}.',
	'audit.accountOpened': '🔑 <@{userId}> pazar yeri hesabını açtı',
	'finding.staffCommands.says': '{role} bir ekip rolü ama şu komutları görmüyor: {commands}.',
	'finding.hiddenCommands.says': 'Şu role sahip üyeler komutları görmüyor: {role} → {commands}.',
	'finding.allowCommands': 'Şuradan izin ver: Sunucu Ayarları → Entegrasyonlar → bu bot.',
} satisfies Record<keyof typeof english, string>;
