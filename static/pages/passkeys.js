// A module, so that its names are its own.
// <form data-passkey="get|create" data-options="…" hidden>: asks the browser for a passkey, and sends what it answers.
// Where browsers offer passkeys as they fill in a field (autocomplete="username webauthn"), it waits for that as well.

const supported = Boolean(window.PublicKeyCredential?.parseRequestOptionsFromJSON);
let waiting = null; // for a passkey chosen while a name is filled in

async function ask(form, extra) {
  const options = JSON.parse(form.dataset.options);
  const credential =
    form.dataset.passkey === "create"
      ? await navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) })
      : await navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options), ...extra });
  form.elements.credential.value = JSON.stringify(credential);
  form.submit();
}

function show(form, state) {
  form.querySelectorAll("[data-when]").forEach((part) => {
    part.hidden = part.dataset.when !== state;
  });
}

async function press(event) {
  event.preventDefault();
  const [form, button] = [event.target, event.submitter];
  waiting?.abort();
  show(form, "");
  button.disabled = true;
  button.ariaBusy = "true";
  try {
    await ask(form);
  } catch (error) {
    show(form, error.name === "InvalidStateError" ? "known" : "failed");
    button.disabled = false;
    button.ariaBusy = null;
  }
}

async function offer(form) {
  const fillable = document.querySelector('[autocomplete~="webauthn"]');
  if (!fillable || !(await PublicKeyCredential.isConditionalMediationAvailable?.())) return;
  waiting = new AbortController();
  await ask(form, { mediation: "conditional", signal: waiting.signal });
}

if (supported) {
  document.querySelectorAll("[data-without-passkeys]").forEach((part) => part.remove());
  document.querySelectorAll("form[data-passkey]").forEach((form) => {
    form.hidden = false;
    form.addEventListener("submit", press);
    if (form.dataset.passkey === "get") offer(form).catch(() => {}); // the button is still there
  });
}
