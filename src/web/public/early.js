// A tap on the first statement counts even before the code of the page is there: this keeps the last one, and
// shell/earlyTap.ts gives it back.
const early = { button: undefined, stop: () => removeEventListener('click', keep, true) };

function keep({ target }) {
  const tapped = target instanceof Element ? target.closest('#page button') : null;
  if (tapped === null) return;
  early.button = [...document.querySelectorAll('#page button')].indexOf(tapped);
  tapped.setAttribute('aria-busy', 'true');
}

document.earlyTap = early;
addEventListener('click', keep, true);
