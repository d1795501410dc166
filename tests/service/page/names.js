// Controls without a name, ids that stand twice or lead nowhere, headings out of order, small targets.
() => {
    const wrong = [];
    const shown = (e) => e.checkVisibility({ visibilityProperty: true });
    const name = (e) => (e.getAttribute('aria-label') || e.innerText
        || [...(e.labels || [])].map((l) => l.innerText).join(' ') || '').trim();
    for (const e of document.querySelectorAll('button, a[href], input, select, textarea, summary, [role=img], [tabindex="0"]')) {
        if (shown(e) && e.type !== 'hidden' && !name(e)) wrong.push(e.outerHTML.slice(0, 120));
    }
    const ids = [...document.querySelectorAll('[id]')].map((e) => e.id);
    wrong.push(...ids.filter((id, at) => ids.indexOf(id) !== at).map((id) => `twice: ${id}`));
    for (const e of document.querySelectorAll('[aria-controls], [aria-labelledby], [aria-describedby], label[for]')) {
        for (const to of ['aria-controls', 'aria-labelledby', 'aria-describedby', 'for']) {
            const id = e.getAttribute(to);
            if (id && !document.getElementById(id)) wrong.push(`points nowhere: ${id}`);
        }
    }
    const levels = [...document.querySelectorAll('h1, h2, h3, h4, h5')].filter(shown).map((e) => Number(e.tagName[1]));
    levels.forEach((level, at) => { if (level > (levels[at - 1] ?? 0) + 1) wrong.push(`heading ${at}: ${levels}`); });
    if (levels.filter((level) => level === 1).length !== 1) wrong.push(`headings of level 1: ${levels}`);
    for (const e of document.querySelectorAll('button, a[href], input, select')) {
        const box = e.getBoundingClientRect();
        if (shown(e) && box.width && (box.width < 16 || box.height < 16) && !e.closest('.sr-only, .skip')) wrong.push(`small: ${name(e)} ${box.width}x${box.height}`);
    }
    return wrong;
}
