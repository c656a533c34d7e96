// For whoever draws a board: `harness.html?game=…&n=…&seat=…&stepMs=…` (and `&plain` for the plain board) steps through a game written by `python -m periplo.study.moments`.
import './fonts.css'
import './theme.css'
import { mount } from 'svelte'
import Harness from './Harness.svelte'

mount(Harness, { target: document.getElementById('app')! })
