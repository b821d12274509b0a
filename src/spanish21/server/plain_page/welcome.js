// Opens an account by the one-time link; the token stands after the # so that no log ever holds it.
const token = location.hash.slice(1)
history.replaceState(null, '', location.pathname)
const form = document.getElementById('form')
const status = document.getElementById('status')
form.onsubmit = async event => {
  event.preventDefault()
  const body = JSON.stringify({ token, name: form.name.value, password: form.password.value })
  const response = await fetch('/api/invitations/accept', { method: 'POST', headers: { 'X-Spanish21': '1', 'Content-Type': 'application/json' }, body })
  const answer = await response.json()
  status.textContent = response.ok ? `Welcome, ${answer.name}. You are: ${answer.roles.join(', ')}.` : answer.error
  if (response.ok) form.hidden = true
}
